import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { Refusal } from '../../../src/api/wire/messages.ts'
import { nowSeconds } from '../clock.ts'
import type { Platform } from '../context.ts'
import { compiled, isPostgres } from '../database/compiled.ts'
import type { Db, Tx } from '../database/database.ts'
import { eachOf, toJson } from '../database/rows.ts'
import type { Tables } from '../database/tables.ts'
import { type Loader, type Prefetch, readFrom } from './defer.ts'
import { insertsInto } from './inserts.ts'
import type { Unit } from './unit.ts'

/** How long the answer to a request is stored, in seconds. */
export const REQUESTS_KEPT_SECONDS = 30 * 86_400

/** Removes older answers. @returns their number */
export async function forgetRequests({ db, clock }: Pick<Platform, 'db' | 'clock'>): Promise<number> {
  const before = BigInt(nowSeconds(clock) - REQUESTS_KEPT_SECONDS)
  const { numDeletedRows } = await db.deleteFrom('requests').where('at', '<=', before).executeTakeFirst()
  return Number(numDeletedRows)
}

/** A body in canonical form, independent of field order. */
const canonical = (path: string, input: Record<string, unknown>) =>
  JSON.stringify([path, ...Object.entries(input).sort(([a], [b]) => (a < b ? -1 : 1))])

type Request = Tables['requests']

const keyOf = (userId: string, requestId: string) => `${userId} ${requestId}`

// `offset 0` keeps PostgreSQL from joining: it would read the whole table.
const requestsOf = compiled((db: Db | Tx, pairs: string) =>
  isPostgres(db)
    ? sql<Request>`select found.* from ${eachOf(db, pairs)} as pair cross join lateral (
        select * from requests where user_id = pair.value ->> 0 and request_id = pair.value ->> 1 offset 0) as found`
    : sql<Request>`select * from requests
        where (user_id, request_id) in (select value ->> 0, value ->> 1 from ${eachOf(db, pairs)})`,
)

/** The stored answer of a request, by `keyOf`. */
const answered: Loader<Request | undefined> = {
  ofUser: false,
  none: undefined,
  load: async (tx, keys) => {
    const rows = await requestsOf(tx, toJson(keys.map((key) => key.split(' ', 2))))
    return new Map(rows.map((row) => [keyOf(row.user_id, row.request_id), row]))
  },
}

const answers = insertsInto('requests', 'answers')

/** Prefetch of a request's stored answer, batched for a group. */
export const prefetchRequest = (userId: string, requestId: string): Prefetch => [answered, keyOf(userId, requestId)]

const hashOf = (path: string, input: Record<string, unknown>) =>
  createHash('sha256').update(canonical(path, input)).digest('hex')

function answerIn(first: Request | undefined, body_hash: string): { answer: unknown } | undefined {
  if (!first) return undefined
  if (first.body_hash !== body_hash || first.answer === null) throw new Refusal('requestReused')
  return { answer: JSON.parse(first.answer) }
}

/**
 * The stored answer of a request, read outside of a unit: acting still requires `once`.
 *
 * @throws Refusal `requestReused` if the same id comes with a different body
 */
export async function answeredBefore(
  at: Pick<Platform, 'db' | 'clock'>,
  userId: string,
  path: string,
  input: Record<string, unknown> & { requestId: string },
): Promise<{ answer: unknown } | undefined> {
  return answerIn(await readFrom(at).read(answered, keyOf(userId, input.requestId)), hashOf(path, input))
}

/**
 * Makes a call idempotent: acts the first time, and returns the stored answer on each repetition while it is stored. Runs within the unit
 * that acts, so that the answer is stored if and only if the act commits. A refusal stores nothing. The unit must be `commitFor` this user,
 * which serialises the user's requests.
 *
 * @throws Refusal `requestReused` if the same id comes with a different body
 */
export async function once(
  unit: Unit,
  userId: string,
  path: string,
  input: Record<string, unknown> & { requestId: string },
  act: () => Promise<unknown>,
): Promise<unknown> {
  const { requestId } = input
  const body_hash = hashOf(path, input)
  const key = keyOf(userId, requestId)
  const before = answerIn(await unit.read(answered, key), body_hash)
  if (before) return before.answer
  const answer = await act()
  const at = BigInt(nowSeconds(unit.platform.clock))
  const request = { user_id: userId, request_id: requestId, body_hash, answer: JSON.stringify(answer), at }
  unit.prime(answered, key, request)
  unit.defer(answers, request)
  return answer
}
