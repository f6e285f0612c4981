import sharp from 'sharp'
import { expect, it } from 'vitest'
import { uploadPhoto } from '../../../src/api/kyc.ts'
import { PHOTO_BYTES_MAX } from '../../../src/rules/kyc.ts'
import { describeServer, type TestServer } from '../harness.ts'
import { photo } from './support.ts'

const send = (server: TestServer, token: string | undefined, file: unknown, purpose = 'identityFront') =>
  server.call(uploadPhoto, { purpose, file }, token)

const stored = async ({ platform }: TestServer, id: string) => {
  const row = await platform.db.selectFrom('uploads').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  return { row, bytes: (await platform.store.get(row.name)) ?? new Uint8Array() }
}

describeServer('upload', (server) => {
  it.each(['jpeg', 'png', 'webp'] as const)('takes a %s photograph, and keeps its pixels alone', async (format) => {
    const { token, userId } = await server.person()
    const original = await photo({ format })
    expect(original.includes('at home')).toBe(true)
    const { id } = await server.ok(uploadPhoto, { purpose: 'identityBack', file: original }, token)
    const { row, bytes } = await stored(server, id)
    expect(row).toMatchObject({ user_id: userId, purpose: 'identityBack', used_at: null })
    const { format: kept, exif, width, height } = await sharp(bytes).metadata()
    expect({ kept, exif, width, height }).toEqual({ kept: 'jpeg', exif: undefined, width: 640, height: 400 })
    expect(Buffer.from(bytes).includes('at home')).toBe(false)
  })

  it('makes a large photograph smaller', async () => {
    const { token } = await server.person()
    const { id } = await server.ok(
      uploadPhoto,
      { purpose: 'identityFront', file: await photo({ width: 4_000, height: 3_000 }) },
      token,
    )
    expect(await sharp((await stored(server, id)).bytes).metadata()).toMatchObject({ width: 2_400, height: 1_800 })
  })

  it('drops what hides behind a picture', async () => {
    const { token } = await server.person()
    const file = Buffer.concat([await photo(), Buffer.from('<script>alert(1)</script>')])
    const { id } = await server.ok(uploadPhoto, { purpose: 'identityFront', file }, token)
    expect(Buffer.from((await stored(server, id)).bytes).includes('<script>')).toBe(false)
  })

  const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="500" height="500"><rect width="9" height="9"/></svg>'
  it.each([
    ['text', async () => Buffer.from('no picture at all')],
    ['HTML that calls itself a photograph', async () => Buffer.from('<html><script>alert(1)</script></html>')],
    ['SVG', async () => Buffer.from(svg)],
    [
      'a GIF',
      async () =>
        sharp(await photo())
          .gif()
          .toBuffer(),
    ],
    ['a picture that is cut off', async () => (await photo({ width: 2_000, height: 2_000 })).subarray(0, 2_000)],
    ['a picture too small to read', () => photo({ width: 199, height: 400 })],
    ['more pixels than any camera makes', () => photo({ width: 9_000, height: 9_000, format: 'png' })],
    ['nothing', async () => Buffer.alloc(0)],
  ])('refuses %s', async (_, file) => {
    const { token, userId } = await server.person()
    expect(await send(server, token, await file())).toMatchObject({ http: 422, key: 'wrongFileType' })
    const rows = await server.platform.db.selectFrom('uploads').select('id').where('user_id', '=', userId).execute()
    expect(rows).toEqual([])
  })

  it('refuses a file that is too large, and a form without one', async () => {
    const { token } = await server.person()
    expect(await send(server, token, Buffer.alloc(PHOTO_BYTES_MAX + 1))).toMatchObject({
      http: 413,
      key: 'fileTooLarge',
      params: { limit: '8' },
    })
    expect(await send(server, token, undefined)).toMatchObject({ http: 400, key: 'uploadFailed' })
  })

  it('refuses a body that is no form, and a form where none belongs', async () => {
    const { token } = await server.person()
    const json = await server.app.http.inject({
      method: 'POST',
      url: '/api/upload',
      headers: { authorization: token },
      payload: { purpose: 'identityFront' },
    })
    expect(json.json()).toMatchObject({ key: 'uploadFailed' })
    const form = new FormData()
    form.append('lang', 'zh')
    const elsewhere = await server.app.http.inject({
      method: 'POST',
      url: '/api/set/lang',
      headers: { authorization: token },
      payload: form,
    })
    expect(elsewhere.json()).toMatchObject({ type: 'error', key: 'illegalRequest' })
  })

  it('takes the same file once from a user, also where it comes twice at once', async () => {
    const [ann, bob] = [await server.person(), await server.person()]
    const file = await photo()
    const both = await Promise.all([send(server, ann.token, file), send(server, ann.token, file, 'identityBack')])
    expect(both.map(({ http }) => http).sort()).toEqual([200, 409])
    expect(await send(server, ann.token, file)).toMatchObject({ http: 409, key: 'fileExists' })
    expect(await send(server, bob.token, file)).toMatchObject({ http: 200 })
  })

  it.each(['../identityFront', 'avatar', '', '__proto__'])('refuses the purpose %j', async (purpose) => {
    const { token } = await server.person()
    expect(await send(server, token, await photo(), purpose)).toMatchObject({ http: 422, key: 'parameterError' })
  })

  it('needs a token', async () => {
    expect(await send(server, undefined, await photo())).toMatchObject({ http: 401, type: 999 })
  })
})

describeServer(
  'upload, with its real limits',
  (server) => {
    it('takes twenty a day from a user', async () => {
      const { token } = await server.person()
      for (let sent = 0; sent < 20; sent++) await send(server, token, Buffer.from('no picture'))
      expect(await send(server, token, await photo())).toMatchObject({ http: 429, key: 'tooManyRequests' })
    })

    it('forgets after a day what nobody submitted', async () => {
      const { token } = await server.person()
      const { id } = await server.ok(uploadPhoto, { purpose: 'identityFront', file: await photo() }, token)
      const { row } = await stored(server, id)
      server.clock.jump(86_400_000)
      await server.clock.advance(2_000)
      expect(await server.platform.store.get(row.name)).toBeUndefined()
      const left = await server.platform.db.selectFrom('uploads').select('id').where('id', '=', id).execute()
      expect(left).toEqual([])
    })
  },
  { generosity: 1 },
)
