import { readdirSync, statSync, writeFileSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { receivingMax } from '../../../server/platform/http/receiving.ts'
import { createSpool } from '../../../server/platform/store/spool.ts'
import { commit } from '../../../server/platform/unit/unit.ts'
import { uploadLimits } from '../../../server/uploads/uploads.ts'
import { setStatus } from '../../../server/user/module.ts'
import { uploadPhoto } from '../../../src/api/account/uploads.ts'
import { PHOTO_BYTES_MAX } from '../../../src/rules/account/photos.ts'
import { newFolder } from '../../runner/own-folder.ts'
import { describeServer, startServer, type TestServer } from '../harness.ts'
import { photo } from '../kyc/support.ts'
import { listen } from '../platform/device.ts'

const send = (server: TestServer, token: string | undefined, file: unknown, purpose = 'identityFront') =>
  server.call(uploadPhoto, { purpose, file }, token)

const stored = async ({ platform }: TestServer, id: string) => {
  const row = await platform.db.selectFrom('uploads').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  return { row, bytes: (await platform.store.get(row.name)) ?? new Uint8Array() }
}

const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="500" height="500"><rect width="9" height="9"/></svg>'

describeServer.onSqlite('upload', (server) => {
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

  it('drops data appended to a picture', async () => {
    const { token } = await server.person()
    const file = Buffer.concat([await photo(), Buffer.from('<script>alert(1)</script>')])
    const { id } = await server.ok(uploadPhoto, { purpose: 'identityFront', file }, token)
    expect(Buffer.from((await stored(server, id)).bytes).includes('<script>')).toBe(false)
  })

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

  it('refuses a body that is not a form, and a form on another call', async () => {
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

  it('stores the same file once per user, also for concurrent uploads', async () => {
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

/** An upload that sends its head and the first of its file, and then waits. */
function begun(port: number, token: string) {
  const socket = connect(port, '127.0.0.1')
  socket.on('error', () => {})
  const head = '--x\r\ncontent-disposition: form-data; name="purpose"\r\n\r\nidentityFront\r\n'
  const file = '--x\r\ncontent-disposition: form-data; name="file"; filename="a.jpg"\r\n\r\n'
  const lines = [
    'POST /api/upload HTTP/1.1',
    'host: 127.0.0.1',
    `authorization: ${token}`,
    'content-type: multipart/form-data; boundary=x',
    `content-length: ${PHOTO_BYTES_MAX}`,
  ]
  let answer = ''
  socket.on('data', (data) => {
    answer += data
  })
  socket.write(`${lines.join('\r\n')}\r\n\r\n${head}${file}${'x'.repeat(100_000)}`)
  return {
    socket,
    get answer() {
      return answer
    },
  }
}

describe('upload: photographs in transfer', () => {
  let server: TestServer
  let close = async () => {}
  let port: number
  let folder: string
  let free = Number.POSITIVE_INFINITY
  const sockets: Socket[] = []
  beforeAll(async () => {
    folder = newFolder()
    const started = await startServer('sqlite', { spool: createSpool(folder, async () => free) })
    server = started.server
    close = started.close
    port = await listen(server.app.http)
  })
  afterEach(async () => {
    for (const socket of sockets.splice(0)) socket.destroy()
    await vi.waitFor(() => expect(readdirSync(folder)).toEqual([]))
  })
  afterAll(() => close())
  const begin = (token: string) => {
    const one = begun(port, token)
    sockets.push(one.socket)
    return one
  }
  const onDisk = () => readdirSync(folder).map((name) => statSync(join(folder, name)).size)

  it('are spooled to disk, two per user, and free their slot when aborted', async () => {
    const { token } = await server.person()
    const [first] = [begin(token), begin(token)]
    await vi.waitFor(() => expect(onDisk().filter((size) => size > 60_000)).toHaveLength(2))
    expect(await send(server, token, await photo())).toMatchObject({ http: 429, key: 'tooManyRequests' })
    const stranger = await server.person()
    expect(await send(server, stranger.token, await photo())).toMatchObject({ http: 200 })
    first.socket.destroy()
    await vi.waitFor(() => expect(onDisk()).toHaveLength(1))
    expect(await send(server, token, await photo())).toMatchObject({ http: 200 })
  })

  it('are limited to four per network, and sixteen in all', async () => {
    expect(receivingMax).toEqual({ person: 2, network: 4, all: 16 })
    for (let number = 0; number < 4; number++) begin((await server.person()).token)
    await vi.waitFor(() => expect(onDisk()).toHaveLength(4))
    const late = await server.person()
    expect(await send(server, late.token, await photo())).toMatchObject({ http: 429, key: 'tooManyRequests' })
  })

  it('are refused unread beyond a user’s limit, without permission, or with a nearly full disk', async () => {
    const locked = await server.person()
    await commit(server.platform, (unit) => setStatus(unit, locked.userId, 'locked'))
    const answered = async (token: string) => {
      const one = begin(token)
      await vi.waitFor(() => expect(one.answer).toContain('"key"'))
      return /"key":"(\w+)"/.exec(one.answer)?.[1]
    }
    expect(await answered(locked.token)).toBe('accountLocked')
    const eager = await server.person()
    await server.platform.throttle.take(uploadLimits[0], eager.userId, 1_000_000)
    expect(await answered(eager.token)).toBe('tooManyRequests')
    free = 1_000_000
    const { token } = await server.person()
    expect(await answered(token)).toBe('uploadFailed')
    free = Number.POSITIVE_INFINITY
    expect(onDisk()).toEqual([])
  })

  it('are limited to 20 a day per user, and 200 per network', () => {
    expect(uploadLimits).toEqual([
      { name: 'upload user', per: 'user', points: 20, seconds: 86_400 },
      { name: 'upload address', per: 'address', points: 200, seconds: 86_400 },
    ])
  })

  it('are cut off after 30 s, checked every 5 s, without leftovers', async () => {
    const own = newFolder()
    const { server: slow, close: end } = await startServer('sqlite', { spool: createSpool(own) })
    try {
      expect(slow.app.http.server).toMatchObject({ requestTimeout: 30_000, connectionsCheckingInterval: 5_000 })
      // Node counts these by its own clock, which a test cannot set, but it can run faster.
      Object.assign(slow.app.http.server, {
        headersTimeout: 200,
        requestTimeout: 200,
        connectionsCheckingInterval: 20,
      })
      const { token } = await slow.person()
      const one = begun(await listen(slow.app.http), token)
      await vi.waitFor(() => expect(one.answer).toMatch(/^HTTP\/1.1 408 Request Timeout\r\n/))
      await vi.waitFor(() => expect(readdirSync(own)).toEqual([]))
    } finally {
      await end()
    }
  })

  it('reach the picture library only in known formats', async () => {
    const read = vi.spyOn(sharp, 'concurrency')
    const { token } = await server.person()
    for (const file of [svg, '%PDF-1.4', 'GIF89a', 'II*\0', '\0\0\0\x18ftypheic', 'RIFF1234WAVE']) {
      expect(await send(server, token, Buffer.from(file.padEnd(5_000), 'latin1'))).toMatchObject({
        key: 'wrongFileType',
      })
    }
    expect(read).not.toHaveBeenCalled()
    expect(await send(server, token, await photo())).toMatchObject({ http: 200 })
    expect(read).toHaveBeenCalled()
    read.mockRestore()
  })

  it('left by an earlier process are removed at the start', async () => {
    const left = newFolder()
    writeFileSync(join(left, '7.part'), 'half')
    const spool = createSpool(left)
    expect(await spool.hasRoom()).toBe(true)
    expect(readdirSync(left)).toEqual([])
  })
})

describeServer.onSqlite(
  'upload, with its real limits',
  (server) => {
    it('accepts twenty a day from a user', async () => {
      const { token } = await server.person()
      for (let sent = 0; sent < 20; sent++) await send(server, token, Buffer.from('no picture'))
      expect(await send(server, token, await photo())).toMatchObject({ http: 429, key: 'tooManyRequests' })
    })

    it('deletes unsubmitted photographs after a day', async () => {
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
