import { createWriteStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import multipart from '@fastify/multipart'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Refusal } from '../../../src/api/messages.ts'
import type { Spool } from '../store/spool.ts'

const FIELDS_MAX = 10
const FIELD_BYTES_MAX = 4_096

/** What came with a form: the fields that stood before the file, and where the file lies. */
export type Form = { raw: Record<string, unknown>; file: string }

/**
 * Takes forms with one file in them, in this part of the server alone.
 *
 * @param bytesMax of the file
 */
export async function takeForms(app: FastifyInstance, bytesMax: number): Promise<void> {
  const limits = { files: 1, fields: FIELDS_MAX, parts: FIELDS_MAX + 1, fieldSize: FIELD_BYTES_MAX, fileSize: bytesMax }
  await app.register(multipart, { limits })
}

/**
 * Reads the fields that stand before the file, and writes the file to the spool, for as long as `use` needs it.
 *
 * @throws Refusal `uploadFailed` for what is no such form or was cut off, or where the disk has no room; `fileTooLarge`
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
  // Whoever breaks off, or is cut off for taking too long, leaves nobody waiting for the rest.
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
