import sharp, { type Sharp } from 'sharp'
import { describe, expect, it } from 'vitest'
import { kycCommands } from '../../../server/kyc/commands.ts'
import type { Platform } from '../../../server/platform/context.ts'
import { isLike, likenessOf } from '../../../server/uploads/photos.ts'
import { realName } from '../../../src/api/account/kyc.ts'
import { uploadPhoto } from '../../../src/api/account/uploads.ts'
import { describeServer } from '../harness.ts'
import { submission, submit } from './support.ts'

/** A picture of patches, the same for the same number. */
function picture(seed: number) {
  let state = seed
  const next = (below: number) => {
    state = (state * 48_271) % 2_147_483_647
    return state % below
  }
  const patches = Array.from(
    { length: 24 },
    () =>
      `<rect x="${next(700)}" y="${next(420)}" width="${60 + next(240)}" height="${40 + next(180)}" fill="rgb(${next(256)},${next(256)},${next(256)})"/>`,
  )
  return sharp(
    Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg" width="800" height="500"><rect width="800" height="500" fill="beige"/>${patches.join('')}</svg>`,
    ),
  )
}

const now = <T>(work: () => Promise<T>) => work()

describe('the likeness of a photograph', () => {
  it('survives re-encoding and scaling, and distinguishes pictures', async () => {
    const look = async (image: Sharp) => likenessOf(await image.toBuffer(), now)
    const own = await look(picture(7).jpeg())
    expect(own).toMatch(/^[0-9a-f]{16}$/)
    const again = [
      picture(7).jpeg({ quality: 40 }),
      picture(7).resize(320).webp(),
      picture(7).modulate({ brightness: 1.1 }).png(),
    ]
    for (const each of again) expect(isLike(own, await look(each))).toBe(true)
    for (let seed = 100; seed < 140; seed++) expect(isLike(own, await look(picture(seed).jpeg()))).toBe(false)
  })
})

const show = (platform: Platform, id: string) =>
  kycCommands
    .find(({ name }) => name === 'kyc show')
    ?.run({ platform, who: 'op', args: [id], options: {}, tell: () => {} })

describeServer.onSqlite('kyc likeness: another user’s photograph', (server) => {
  it('is accepted, and flagged to the reviewer', async () => {
    const [ann, bob, cem, dan] = [
      await server.person(),
      await server.person(),
      await server.person(),
      await server.person(),
    ]
    const send = async ({ token }: { token: string }, file: Buffer) =>
      (await server.ok(uploadPhoto, { purpose: 'identityFront', file }, token)).id
    const original = await picture(7).jpeg().toBuffer()
    await send(bob, original)
    await send(cem, await picture(7).resize(400).png().toBuffer())
    await send(dan, await picture(8).jpeg().toBuffer())
    const input = await submission(server, ann.token, { front: await send(ann, original) })
    // A back that nobody else has used: a unique picture.
    const back = await server.ok(
      uploadPhoto,
      { purpose: 'identityBack', file: await picture(99).jpeg().toBuffer() },
      ann.token,
    )
    expect(await server.call(realName, { ...input, back: back.id }, ann.token)).toMatchObject({ http: 200 })
    const { id } = await server.platform.db.selectFrom('kyc').select('id').executeTakeFirstOrThrow()
    const acts = () => server.platform.db.selectFrom('audit').select(['act', 'user_id']).execute()
    const looked = { act: 'kyc show', user_id: ann.userId }
    const compared: unknown[] = []
    const db = server.platform.db.withPlugin({
      transformQuery: ({ node }) => node,
      transformResult: async ({ result }) => {
        // The photograph compared with: by then the view is in the audit log, and nothing else is pending.
        if (result.rows.some((row) => 'likeness' in row && 'user_id' in row)) compared.push(await acts())
        return result
      },
    })
    expect(await show({ ...server.platform, db }, id)).toMatchObject([{ sameFile: bob.userId, sameLook: cem.userId }])
    expect(compared).toEqual([[looked]])
    expect(await acts()).toEqual([looked])
  })
})

describeServer.onSqlite('kyc likeness: numbers that were hashed by an earlier version', (server) => {
  const hashed = (hash: string) => server.platform.vault.fingerprint('verification', hash)

  it('are compared in normalised form from the first start on, and a shared one stays with the first user', async () => {
    const { db } = server.platform
    const [ann, bob, cem] = [await server.person(), await server.person(), await server.person()]
    await submit(server, ann.token, { number: 'OLD-1' })
    await submit(server, bob.token, { number: 'OLD-2' })
    const before = async (userId: string, number_hash: string) => {
      const set = { number_of: 'entered' as const, number_hash: hashed(number_hash) }
      await db.updateTable('kyc').set(set).where('user_id', '=', userId).execute()
    }
    await before(ann.userId, 'GB passport OLD1')
    await before(bob.userId, 'FR passport OLD1')
    const { seal } = server.platform.vault
    const sealed = seal('verification', bob.userId, JSON.stringify({ firstName: 'B', lastName: 'B', number: 'old 1' }))
    await db.updateTable('kyc').set({ sealed }).where('user_id', '=', bob.userId).execute()
    await server.clock.advance(2_000)
    const rows = await db.selectFrom('kyc').select(['user_id', 'number_hash', 'number_of']).orderBy('id').execute()
    expect(rows).toEqual([
      { user_id: ann.userId, number_hash: hashed('OLD1'), number_of: 'document' },
      { user_id: bob.userId, number_hash: hashed('FR passport OLD1'), number_of: 'document' },
    ])
    const again = await submit(server, cem.token, { number: 'O.L.D.1', country: 'IT' })
    expect(again).toMatchObject({ http: 409, key: 'idNumberUsed' })
  })
})
