import sharp from 'sharp'
import { realName } from '../../../src/api/account/kyc.ts'
import { uploadPhoto } from '../../../src/api/account/uploads.ts'
import type { TestServer } from '../harness.ts'

let taken = 0

/** A photograph that no other one equals, with a place in its metadata. */
export const photo = async ({ width = 640, height = 400, format = 'jpeg' as 'jpeg' | 'png' | 'webp' } = {}) => {
  taken += 1
  const background = { r: 120, g: 160, b: 200 }
  return sharp({ create: { width, height, channels: 3, background } })
    .withExif({ IFD0: { Copyright: `photograph ${taken}`, ImageDescription: 'at home' } })
    .toFormat(format)
    .toBuffer()
}

/** A submission with two new photographs; `number` should be unique. */
export async function submission(server: TestServer, token: string, change: Record<string, unknown> = {}) {
  const send = async (purpose: string) => (await server.ok(uploadPhoto, { purpose, file: await photo() }, token)).id
  return {
    country: 'GB',
    firstName: 'Ada',
    lastName: 'Lovelace',
    certificate: 'passport',
    number: `P${server.platform.ids()}`,
    front: await send('identityFront'),
    back: await send('identityBack'),
    ...change,
  }
}

/** Submits an identity verification. */
export const submit = async (server: TestServer, token: string, change: Record<string, unknown> = {}) =>
  server.call(realName, await submission(server, token, change), token)

/** Lets the paper reviewer's time pass. */
export async function review(server: TestServer): Promise<void> {
  await server.clock.advance(server.platform.config.REVIEW_SECONDS * 1000 + 2_000)
}
