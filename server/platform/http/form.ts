import { createWriteStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import multipart from '@fastify/multipart'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Refusal } from '../../../src/api/wire/messages.ts'
import type { Spool } from '../store/spool.ts'

const FIELDS_MAX = 10
const FIELD_BYTES_MAX = 4_096

/** A received form: the fields before the file, and the file's path. */
export type Form = { raw: Record<string, unknown>; file: string }

/**
 * Accepts forms with one file, only in this part of the server.
 *
 * @param bytesMax of the file
 */
export async function takeForms(app: FastifyInstance, bytesMax: number): Promise<void> {
  const limits = { files: 1, fields: FIELDS_MAX, parts: FIELDS_MAX + 1, fieldSize: FIELD_BYTES_MAX, fileSize: bytesMax }
  await app.register(multipart, { limits })
}

/**
 * Reads the fields before the file, and writes the file to the spool for the duration of `use`.
 *
 * @throws Refusal `uploadFailed` for an invalid or interrupted form, or if the disk is full; `fileTooLarge`
 */
export async function receiveForm<T>(
  { request, reply, spool, bytesMax }: { request: FastifyRequest; reply: FastifyReply; spool: Spool; bytesMax: number },
  use: (form: Form) => Promise<T>,
): Promise<T> {
  if (!(await spool.hasRoom())) {
    request.log.error('a file was refused: the disk of the data folder is nearly full')
    throw new Refusal('uploadFailed')
  }
  return spool.lend(async (file) => use({ raw: await readForm({ request, reply, bytesMax }, file), file }))
}

async function readForm(
  { request, reply, bytesMax }: { request: FastifyRequest; reply: FastifyReply; bytesMax: number },
  file: string,
): Promise<Record<string, unknown>> {
  // Ends the wait if the client disconnects or is cut off for taking too long.
  const gone = Promise.withResolvers<never>()
  gone.promise.catch(() => {})
  const left = new AbortController()
  reply.raw.once('close', () => {
    left.abort()
    gone.reject(new Error('the connection is gone'))
  })
  try {
    const part = await Promise.race([request.file(), gone.promise])
    if (!part) throw new Refusal('uploadFailed')
    await pipeline(part.file, createWriteStream(file, { mode: 0o600 }), { signal: left.signal })
    if (part.file.truncated) throw new Refusal('fileTooLarge', { limit: String(bytesMax / 1024 / 1024) })
    const fields = Object.entries(part.fields).flatMap(([name, field]) =>
      field && 'value' in field ? [[name, field.value] as const] : [],
    )
    return Object.fromEntries(fields)
  } catch (error) {
    if (error instanceof Refusal) throw error
    request.log.info({ err: error }, 'a form could not be read')
    throw new Refusal('uploadFailed')
  }
}
