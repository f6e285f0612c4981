import multipart from '@fastify/multipart'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Refusal } from '../../../src/api/messages.ts'

const FIELDS_MAX = 10
const FIELD_BYTES_MAX = 4_096

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
 * Reads the fields that stand before the file, and the file.
 *
 * @throws Refusal `uploadFailed` for what is no such form or was cut off, `fileTooLarge`
 */
export async function readForm(
  request: FastifyRequest,
  bytesMax: number,
): Promise<{ raw: Record<string, unknown>; file: Uint8Array }> {
  try {
    const part = await request.file()
    if (!part) throw new Refusal('uploadFailed')
    const file = await part.toBuffer()
    const fields = Object.entries(part.fields).flatMap(([name, field]) =>
      field && 'value' in field ? [[name, field.value] as const] : [],
    )
    return { raw: Object.fromEntries(fields), file }
  } catch (error) {
    if (error instanceof Refusal) throw error
    if (error instanceof Error && 'code' in error && error.code === 'FST_REQ_FILE_TOO_LARGE') {
      throw new Refusal('fileTooLarge', { limit: String(bytesMax / 1024 / 1024) })
    }
    request.log.info({ err: error }, 'a form could not be read')
    throw new Refusal('uploadFailed')
  }
}
