import { createDecipheriv, createECDH, createPublicKey, hkdfSync, randomBytes, verify } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'

const text = (words: string) => Buffer.from(words, 'ascii')
const hkdf = (key: Uint8Array, salt: Uint8Array, info: Uint8Array, length: number) =>
  Buffer.from(hkdfSync('sha256', key, salt, info, length))

/** A subscribed browser that decrypts its messages: written from RFC 8188 and RFC 8291, independently of the server's encryption. */
export function createBrowser(endpoint: string) {
  const pair = createECDH('prime256v1')
  const own = pair.generateKeys()
  const auth = randomBytes(16)
  return {
    subscription: { endpoint, keys: { p256dh: own.toString('base64url'), auth: auth.toString('base64url') } },
    open(body: Buffer): unknown {
      const [salt, idLength] = [body.subarray(0, 16), body.readUInt8(20)]
      const sender = body.subarray(21, 21 + idLength)
      const sealed = body.subarray(21 + idLength)
      const info = Buffer.concat([text('WebPush: info\0'), own, sender])
      const secret = hkdf(pair.computeSecret(sender), auth, info, 32)
      const key = hkdf(secret, salt, text('Content-Encoding: aes128gcm\0'), 16)
      const nonce = hkdf(secret, salt, text('Content-Encoding: nonce\0'), 12)
      const cipher = createDecipheriv('aes-128-gcm', key, nonce)
      cipher.setAuthTag(sealed.subarray(-16))
      const opened = Buffer.concat([cipher.update(sealed.subarray(0, -16)), cipher.final()])
      // One record, whose last byte before padding is a 2.
      return JSON.parse(opened.subarray(0, opened.lastIndexOf(2)).toString('utf8'))
    },
  }
}

/** A push service's check of the sender (RFC 8292): `undefined` if the signature does not match the key. */
export function claimsOf(
  authorization = '',
): { key: string; claims: { aud: string; exp: number; sub: string } } | undefined {
  const [, token = '', key = ''] = /^vapid t=([^,]+), ?k=(.+)$/.exec(authorization) ?? []
  const [head = '', claims = '', signature = ''] = token.split('.')
  const point = Buffer.from(key, 'base64url')
  const [x = '', y = ''] = [point.subarray(1, 33), point.subarray(33)].map((each) => each.toString('base64url'))
  const publicKey = createPublicKey({ key: { kty: 'EC', crv: 'P-256', x, y }, format: 'jwk' })
  const signed = { key: publicKey, dsaEncoding: 'ieee-p1363' } as const
  if (!verify('sha256', text(`${head}.${claims}`), signed, Buffer.from(signature, 'base64url'))) return undefined
  return { key, claims: JSON.parse(Buffer.from(claims, 'base64url').toString('utf8')) }
}

/** A local push service with answers set by a test. */
export function pushService() {
  const came: { path: string; headers: Record<string, string | string[] | undefined>; body: Buffer }[] = []
  const answers: { status: number; headers?: Record<string, string> }[] = []
  const server = createServer(async (request, response) => {
    came.push({ path: request.url ?? '', headers: request.headers, body: await buffer(request) })
    const { status, headers } = answers.shift() ?? { status: 201 }
    response.writeHead(status, headers).end()
  })
  return {
    came,
    answers,
    listen: () =>
      new Promise<string>((resolve) => {
        server.listen(0, '127.0.0.1', () => resolve(`127.0.0.1:${(server.address() as AddressInfo).port}`))
      }),
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  }
}
