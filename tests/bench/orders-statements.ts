import type { KyselyPlugin } from 'kysely'
import { newestEvents } from '../../server/events/module.ts'
import type { Platform } from '../../server/platform/context.ts'
import { type Person, ready } from './orders-people.ts'

/** A named value that differs between orders. `less`: subtracted from the number. */
export type Variable = { name: string; less?: bigint }

/** A text of constant parts and variables. `json`: rows as JSON. */
export type Rows = { parts: readonly (string | Variable)[]; json: boolean }

/** A statement of an order: SQL and parameters. `takes`: the variable set by its result. */
export type Statement = { sql: string; parameters: (Variable | Rows | string | bigint | null)[]; takes?: string }

/** One measured step, as in the server: a separate unit of work. */
export type Step = (recorded: Platform, person: Person) => Promise<unknown>

const EVENT_SEQ = 700_000n

/**
 * The server's own statements of these steps, by step. A floor that runs each step in a transaction thus does what the
 * server does, however that changes. Run it on a throw-away database.
 *
 * @param made makes the steps for a request id; called twice and recorded the second time, when accounts exist
 */
export async function statementsOf(
  platform: Platform,
  made: (requestId: string, platform: Platform) => readonly Step[] | Promise<readonly Step[]>,
): Promise<Statement[][]> {
  const { db } = platform
  const [person] = await ready(platform, 1)
  if (!person) throw new Error('nobody signed up')
  const { userId } = person
  for (const step of await made('request-of-before', platform)) await step(platform, person)
  // A unique number that identifies an event.
  await db.updateTable('users').set({ event_seq: EVENT_SEQ }).where('id', '=', userId).execute()

  let statements: { sql: string; parameters: readonly unknown[] }[] = []
  const recorder: KyselyPlugin = {
    transformQuery: ({ node, queryId }) => {
      statements.push(db.getExecutor().compileQuery(node, queryId))
      return node
    },
    transformResult: async ({ result }) => result,
  }
  const recorded = { ...platform, db: db.withPlugin(recorder) }
  const units: { statements: typeof statements; last: bigint }[] = []
  for (const step of await made(REQUEST, platform)) {
    statements = []
    await step(recorded, person)
    units.push({ statements, last: BigInt((await newestEvents(db, [userId])).get(userId) ?? 0) })
  }
  const names = new Map<unknown, string>([
    [userId, 'person'],
    [REQUEST, 'request'],
  ])
  const nameOf = (value: string) => {
    if (ID.test(value) && !names.has(value)) names.set(value, `id${names.size}`)
    return names.get(value)
  }
  const inserted = (value: unknown, last: bigint): Statement['parameters'][number] => {
    // The unit's own statement numbers events: the last one has the number it returns.
    const eventSeq = (seq: bigint): Variable => ({ name: 'event_seq', less: last - seq })
    if (typeof value === 'bigint') return value > EVENT_SEQ && value <= last ? eventSeq(value) : value
    if (typeof value === 'number') return BigInt(value)
    if (typeof value !== 'string') return null
    const name = nameOf(value)
    if (name !== undefined) return { name }
    const json = value.startsWith('[')
    const parts = value.split(json ? VARIABLE_IN_ROWS : VARIABLE)
    if (parts.length === 1) return json ? { parts, json } : value
    return {
      json,
      parts: parts.map((part, index) => {
        if (index % 2 === 0) return part
        const known = nameOf(part)
        return known === undefined ? eventSeq(BigInt(part)) : { name: known }
      }),
    }
  }
  return units.map(({ statements, last }) =>
    statements.map(({ sql, parameters }) => ({
      sql,
      parameters: parameters.map((value) => inserted(value, last)),
      ...(/returning .*"event_seq"/.test(sql) && { takes: 'event_seq' }),
    })),
  )
}

const ID = /^[0-9A-Z]{26}$/
const VARIABLE = /([0-9A-Z]{26}|request-of-the-floor)/
const VARIABLE_IN_ROWS = /([0-9A-Z]{26}|request-of-the-floor|(?<="seq":")\d+(?="))/

/** The recorded request's id. */
const REQUEST = 'request-of-the-floor'

export const isVariable = (parameter: Statement['parameters'][number]): parameter is Variable =>
  typeof parameter === 'object' && parameter !== null && 'name' in parameter
