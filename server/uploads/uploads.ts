import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import type { uploadPhoto } from '../../src/api/account/uploads.ts'
import type { Input } from '../../src/api/wire/call.ts'
import { Refusal } from '../../src/api/wire/messages.ts'
import { nowSeconds } from '../platform/clock.ts'
import type { Platform } from '../platform/context.ts'
import type { Db, Tx } from '../platform/database/database.ts'
import { plainRow } from '../platform/database/rows.ts'
import type { CallLimit } from '../platform/http/rules.ts'
import { secret } from '../platform/random.ts'
import type { Turns } from '../platform/unit/turns.ts'
import { commit, type Unit } from '../platform/unit/unit.ts'
import { cleanPhoto, isLike, likenessOf } from './photos.ts'

export const uploadLimits = [
  { name: 'upload user', per: 'user', points: 20, seconds: 86_400 },
  { name: 'upload address', per: 'address', points: 200, seconds: 86_400 },
] as const satisfies readonly CallLimit[]
/** Retention of a photograph that is not submitted. */
export const UNUSED_SECONDS = 86_400

/**
 * Stores the photograph in a file: re-encoded, under a random name, as this user's.
 *
 * @throws Refusal `wrongFileType`, `fileExists` if this user has sent the same file before
 */
export async function takePhoto(
  platform: Platform,
  turn: Turns,
  userId: string,
  { purpose }: Input<typeof uploadPhoto>,
  file: string,
): Promise<{ id: string }> {
  const { db, store, clock } = platform
  const hash = await hashOf(file)
  const known = await db
    .selectFrom('uploads')
    .select('id')
    .where('user_id', '=', userId)
    .where('hash', '=', hash)
    .executeTakeFirst()
  if (known) throw new Refusal('fileExists')
  const photo = await cleanPhoto(file, turn)
  const likeness = await likenessOf(photo, turn)
  const id = platform.ids()
  const name = secret(platform.random)
  // The file first: a row without its file would be worse than a file without its row.
  await store.put(name, photo)
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('uploads')
    .values({
      id,
      user_id: userId,
      purpose,
      name,
      hash,
      likeness,
      bytes: BigInt(photo.length),
      created_at: BigInt(nowSeconds(clock)),
      used_at: null,
    })
    .onConflict((conflict) => conflict.columns(['user_id', 'hash']).doNothing())
    .executeTakeFirst()
  if (numInsertedOrUpdatedRows === 0n) {
    await store.remove(name)
    throw new Refusal('fileExists')
  }
  return { id }
}

async function hashOf(file: string): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of createReadStream(file)) hash.update(chunk)
  return hash.digest('hex')
}

/**
 * Marks a user's own photograph as submitted.
 *
 * @throws Refusal `dataNotFound` if it is another user's, of another purpose, or already submitted
 */
export async function claimPhoto(
  { platform, tx }: Unit,
  userId: string,
  id: string,
  { purpose }: Input<typeof uploadPhoto>,
): Promise<void> {
  const { numUpdatedRows } = await tx
    .updateTable('uploads')
    .set({ used_at: BigInt(nowSeconds(platform.clock)) })
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .where('purpose', '=', purpose)
    .where('used_at', 'is', null)
    .executeTakeFirst()
  if (numUpdatedRows !== 1n) throw new Refusal('dataNotFound')
}

/** Photographs by their ids, with their names in the store: for reviewers only. */
export const photosBy = (db: Db | Tx, ids: readonly string[]) =>
  db
    .selectFrom('uploads')
    .select(['purpose', 'name', 'hash', 'likeness'])
    .where('id', 'in', ids)
    .orderBy('purpose')
    .execute()

/** Deletes photographs with their files. They may be uploaded again. */
export async function removePhotos(platform: Platform, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  const photos = await photosBy(platform.db, ids)
  // The files first: a row without its file is found again, and a file without its row is not.
  for (const { name } of photos) await platform.store.remove(name)
  await commit(platform, ({ tx }) => tx.deleteFrom('uploads').where('id', 'in', ids).execute())
}

const OTHERS_MAX = 20
const PAGE = 5_000

/**
 * Users who sent the same photographs, by user id, at most twenty each: `sameFile` by bytes, `sameLook` by similarity, also scaled or re-
 * encoded. It compares with every stored photograph, and so runs outside of a unit, which would block all writes.
 */
export async function othersLike(
  db: Db,
  userId: string,
  photos: readonly { hash: string; likeness: string | null }[],
): Promise<{ sameFile: string[]; sameLook: string[] }> {
  const others = db.selectFrom('uploads').where('user_id', '<>', userId)
  const hashes = photos.map(({ hash }) => hash)
  const same = await others.select('user_id').distinct().where('hash', 'in', hashes).limit(OTHERS_MAX).execute()
  const sameFile = new Set(same.map(({ user_id }) => user_id))
  const sameLook = new Set<string>()
  const looks = photos.flatMap(({ likeness }) => likeness ?? [])
  for (let after = ''; looks.length > 0 && sameLook.size < OTHERS_MAX; ) {
    const page = await others
      .select(['id', 'user_id', 'likeness'])
      .where('id', '>', after)
      .where('likeness', 'is not', null)
      .orderBy('id')
      .limit(PAGE)
      .execute()
    for (const { user_id, likeness } of page) {
      if (!sameFile.has(user_id) && looks.some((look) => likeness && isLike(look, likeness))) sameLook.add(user_id)
    }
    const last = page.at(-1)
    if (!last || page.length < PAGE) break
    after = last.id
  }
  return { sameFile: [...sameFile], sameLook: [...sameLook].slice(0, OTHERS_MAX) }
}

/** Maximum number of exported photographs with their pictures: the newest. */
const PICTURES_MAX = 8

/** A user's submitted photographs, newest first, at most `limit`; the newest eight with their pictures. */
export async function photosOf({ db, store }: Platform, userId: string, limit: number) {
  const rows = await db
    .selectFrom('uploads')
    .select(['purpose', 'name', 'bytes', 'created_at as sent_at', 'used_at as submitted_at'])
    .where('user_id', '=', userId)
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
  const pictures: (Uint8Array | undefined)[] = []
  for (const { name } of rows.slice(0, PICTURES_MAX)) pictures.push(await store.get(name))
  return rows.map(({ name: _, ...row }, index) => ({ ...plainRow(row), picture: dataUrl(pictures[index]) }))
}

const dataUrl = (jpeg: Uint8Array | undefined) =>
  jpeg ? `data:image/jpeg;base64,${Buffer.from(jpeg).toString('base64')}` : null

/** Deletes photographs that were never submitted. @returns their number */
export async function sweepPhotos(platform: Platform): Promise<number> {
  const before = BigInt(nowSeconds(platform.clock) - UNUSED_SECONDS)
  const old = await platform.db
    .selectFrom('uploads')
    .select(['id', 'name'])
    .where('used_at', 'is', null)
    .where('created_at', '<=', before)
    .limit(100)
    .execute()
  for (const { id, name } of old) {
    const gone = await commit(platform, ({ tx }) =>
      tx.deleteFrom('uploads').where('id', '=', id).where('used_at', 'is', null).executeTakeFirst(),
    )
    if (gone.numDeletedRows === 1n) await platform.store.remove(name)
  }
  return old.length
}
