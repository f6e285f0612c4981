import { randomBytes } from 'node:crypto'
import { readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import S3rver from '@20minutes/s3rver'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ConfigError, readConfig } from '../../../server/platform/config.ts'
import { openStore } from '../../../server/platform/store/open.ts'
import { sealedStore } from '../../../server/platform/store/sealed.ts'
import { createVault } from '../../../server/platform/store/vault.ts'
import { newFolder } from '../../runner/own-folder.ts'

const NAME = 'n'.repeat(32)
const folder = newFolder()
const s3 = new S3rver({
  address: '127.0.0.1',
  port: 0,
  silent: true,
  directory: join(folder, 's3'),
  configureBuckets: [{ name: 'photos' }],
})
let origin: string

beforeAll(async () => {
  const { port } = await s3.run()
  origin = `http://127.0.0.1:${port}`
})
afterAll(() => s3.close())

const inBucket = (over: Record<string, string> = {}) =>
  openStore(
    readConfig({
      S3_URL: `${origin}/photos`,
      S3_ACCESS_KEY_ID: 'S3RVER',
      S3_SECRET_ACCESS_KEY: 'S3RVER',
      ...over,
    }),
    Date.now(),
  )

const kinds = {
  folder: () => openStore(readConfig({ DATA_DIR: join(folder, 'data') }), Date.now()),
  bucket: () => inBucket(),
}

describe.each(Object.entries(kinds))('a store in a %s', (_, open) => {
  it('returns the newest stored file of a name, and nothing after its removal', async () => {
    const store = await open()
    expect(await store.get(NAME)).toBeUndefined()
    await store.put(NAME, new Uint8Array([0, 255, 13, 10]))
    await store.put(NAME, new Uint8Array([1, 2, 3]))
    expect([...((await store.get(NAME)) ?? [])]).toEqual([1, 2, 3])
    await store.remove(NAME)
    await store.remove(NAME)
    expect(await store.get(NAME)).toBeUndefined()
  })

  it.each(['../../etc/passwd', 'short', `${NAME}\0`, `${NAME}/x`])('refuses the name %j', async (name) => {
    const store = await open()
    await expect(store.put(name, new Uint8Array([1]))).rejects.toThrow('no name')
    await expect(store.get(name)).rejects.toThrow('no name')
    await expect(async () => store.remove(name)).rejects.toThrow('no name')
  })
})

it('store: encrypts its files, and reads older unencrypted ones', async () => {
  const random = { bytes: (length: number) => new Uint8Array(randomBytes(length)) }
  const files = await kinds.folder()
  const sealed = sealedStore(files, createVault(new Uint8Array(32).fill(1), random))
  const photograph = Buffer.from('\xff\xd8 a photograph of a house', 'latin1')
  const [name, other] = ['s'.repeat(32), 'm'.repeat(32)]
  await sealed.put(name, photograph)
  expect(Buffer.from((await files.get(name)) ?? []).includes('house')).toBe(false)
  expect(Buffer.from((await sealed.get(name)) ?? [])).toEqual(photograph)
  await files.put(other, (await files.get(name)) ?? new Uint8Array())
  await expect(sealed.get(other)).rejects.toThrow()
  const elsewhere = sealedStore(files, createVault(new Uint8Array(32).fill(2), random))
  await expect(elsewhere.get(name)).rejects.toThrow()
  await files.put(other, photograph)
  expect(Buffer.from((await sealed.get(other)) ?? [])).toEqual(photograph)
  await sealed.remove(name)
  await sealed.remove(other)
  expect(await files.get(name)).toBeUndefined()
})

it('store: removes incomplete files at its start, but not those another node may be writing', async () => {
  const uploads = join(folder, 'data', 'uploads')
  await (await kinds.folder()).put(NAME, new Uint8Array(10))
  const [left, fresh] = [join(uploads, `${NAME}2.part`), join(uploads, `${NAME}3.part`)]
  for (const path of [left, fresh]) writeFileSync(path, 'half')
  utimesSync(left, new Date(), new Date(Date.now() - 120_000))
  await kinds.folder()
  expect(readdirSync(uploads).sort()).toEqual([NAME, `${NAME}3.part`])
  rmSync(fresh)
})

it('store: leaves no partial file in a folder', async () => {
  const store = await kinds.folder()
  await store.put(NAME, new Uint8Array(1_000))
  expect(readdirSync(join(folder, 'data', 'uploads'))).toEqual([NAME])
})

describe('store: a bucket that cannot be used', () => {
  it.each([
    ['that is not there', () => inBucket({ S3_URL: `${origin}/others` })],
    ['with a wrong key', () => inBucket({ S3_SECRET_ACCESS_KEY: 'wrong' })],
    ['where nobody answers', () => inBucket({ S3_URL: 'http://127.0.0.1:9/photos' })],
  ])('%s is named before the server starts', async (_, open) => {
    await expect(open()).rejects.toThrow(ConfigError)
    await expect(open()).rejects.toThrow(/^S3_URL: /)
  })
})
