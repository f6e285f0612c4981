import { createHash } from 'node:crypto'
import { Refusal } from '../../../src/api/messages.ts'
import { nowSeconds } from '../clock.ts'
import type { Platform } from '../context.ts'
import { compiled } from '../database/compiled.ts'
import { isOneOf, toJson } from '../database/rows.ts'
import type { Tables } from '../database/tables.ts'
import { insertsInto } from './inserts.ts'
import { type Ahead, type Reader, readFrom } from './later.ts'
import type { Unit } from './unit.ts'

/** How long the answer to a request is kept, in seconds. */
export const REQUESTS_KEPT_SECONDS = 30 * 86_400

/** Forgets the answers that are older than that. @returns how many */
export async function forgetRequests({ db, clock }: Pick<Platform, 'db' | 'clock'>): Promise<number> {
  const before = BigInt(nowSeconds(clock) - REQUESTS_KEPT_SECONDS)
  const { numDeletedRows } = await db.deleteFrom('requests').where('at', '<=', before).executeTakeFirst()
  return Number(numDeletedRows)
}

/** A body as one text, whatever the order of its fields. */
const canonical = (path: string, input: Record<string, unknown>) =>
  JSON.stringify([path, ...Object.entries(input).sort(([a], [b]) => (a < b ? -1 : 1))])

type Request = Tables['requests']

const keyOf = (userId: string, requestId: string) => `${userId} ${requestId}`

const requestsOf = compiled((db, users: string, ids: string) =>
  db
    .selectFrom('requests')
    .selectAll()
    .where(isOneOf(db, 'user_id', users))
    .where(isOneOf(db, 'request_id', ids)),
)

/** What was answered to a request, by `keyOf`. */
const answered: Reader<Request | undefined> = {
  ofUser: false,
  none: undefined,
  load: async (tx, keys) => {
    const pairs = keys.map((key) => key.split(' ', 2))
    const part = (index: number) => toJson([...new Set(pairs.map((pair) => pair[index]))])
    const rows = await requestsOf(tx, part(0), part(1))
    return new Map(rows.map((row) => [keyOf(row.user_id, row.request_id), row]))
  },
}

const answers = insertsInto('requests', 'answers')

/** Whom a request is about, and what it is: for a group that reads all of its requests at once. */
export const requestAhead = (userId: string, requestId: string): Ahead => [answered, keyOf(userId, requestId)]

const hashOf = (path: string, input: Record<string, unknown>) =>
  createHash('sha256').update(canonical(path, input)).digest('hex')

function answerIn(first: Request | undefined, body_hash: string): { answer: unknown } | undefined {
  if (!first) return undefined
  if (first.body_hash !== body_hash || first.answer === null) throw new Refusal('requestReused')
  return { answer: JSON.parse(first.answer) }
}

/**
 * What a request was answered with before, looked up outside of a unit: whoever acts still asks `once`.
 *
 * @throws Refusal `requestReused` where the same id comes with another body
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
 * Answers a request that moves money: acts the first time, and gives the stored answer each time after, as long as it is
 * kept. Runs within the unit that acts, so that the answer is stored if and only if the act is. A refusal leaves nothing
 * stored. The unit must be `commitFor` this user: those of one user wait for each other.
 *
 * @throws Refusal `requestReused` where the same id comes with another body
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
  unit.know(answered, key, request)
  unit.later(answers, request)
  return answer
}
