import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'

const brotli = promisify(brotliCompress)
const gz = promisify(gzip)

/** Minimum size of a compressed answer, in bytes: a shorter one is one packet either way. */
export const COMPRESS_BYTES_MIN = 1_024

export type Encoding = 'br' | 'gzip' | 'identity'
/** How hard to compress: the quality of brotli, 0 to 11, and the level of gzip, 1 to 9. */
export type Levels = { br: number; gzip: number }

/** For an answer to one request. The next quality of brotli takes three times the CPU time for 1% fewer bytes (`npm run bench -- compression`). */
export const answerLevels: Levels = { br: 3, gzip: 3 }
/** For a text that is compressed once per start. */
export const onceLevels: Levels = { br: 9, gzip: 9 }

/** Compresses outside this thread. */
async function compress(plain: string | Buffer, encoding: Encoding, levels: Levels): Promise<Buffer> {
  if (encoding === 'br') return brotli(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: levels.br } })
  return encoding === 'gzip' ? gz(plain, { level: levels.gzip }) : Buffer.from(plain)
}

/** A text as it is sent. `etag`: of these bytes, since each encoding has its own. */
export type Encoded = { body: Buffer; encoding: Encoding; etag: string }

export async function encode(plain: string, encoding: Encoding, levels: Levels): Promise<Encoded> {
  const body = await compress(plain, encoding, levels)
  return { body, encoding, etag: `"${createHash('sha256').update(body).digest('base64url')}"` }
}

/** Answers with an encoded text, or with 304 if the caller already has it. */
export function sendEncoded(
  { headers }: FastifyRequest,
  reply: FastifyReply,
  { body, encoding, etag }: Encoded,
  type: string,
): FastifyReply {
  reply.headers({ 'cache-control': 'no-cache', etag })
  if (headers['if-none-match'] === etag) return reply.code(304).send()
  if (encoding !== 'identity') reply.header('content-encoding', encoding)
  return reply.type(type).send(body)
}

/** The best encoding that an `Accept-Encoding` header accepts. */
export function encodingOf(header: string | undefined): Encoding {
  const taken = (header ?? '').split(',').flatMap((each) => {
    const [name = '', quality = ''] = each.split(';').map((part) => part.trim().toLowerCase())
    return /^q=0(\.0*)?$/.test(quality) ? [] : [name]
  })
  if (taken.includes('br')) return 'br'
  return taken.includes('gzip') ? 'gzip' : 'identity'
}

/** An `onSend` hook that compresses a long answer. Only for calls marked `compressed`, see docs/security.md. */
export async function compressAnswer(request: FastifyRequest, reply: FastifyReply, payload: unknown): Promise<unknown> {
  reply.header('vary', 'accept-encoding')
  if (typeof payload !== 'string' || Buffer.byteLength(payload) < COMPRESS_BYTES_MIN) return payload
  const encoding = encodingOf(request.headers['accept-encoding'])
  if (encoding === 'identity') return payload
  reply.header('content-encoding', encoding)
  return compress(payload, encoding, answerLevels)
}
