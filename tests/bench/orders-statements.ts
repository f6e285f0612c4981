import type { KyselyPlugin } from 'kysely'
import { newestEvents } from '../../server/events/index.ts'
import { buy } from '../../server/microtrade/buy.ts'
import { microtradeKind } from '../../server/microtrade/kind.ts'
import { type MicrotradeRow, toWire } from '../../server/microtrade/order.ts'
import { moveOrder } from '../../server/orders/index.ts'
import type { Platform } from '../../server/platform/context.ts'
import { once } from '../../server/platform/unit/requests.ts'
import { commit } from '../../server/platform/unit/unit.ts'
import { order } from './orders-clients.ts'
import { signUp } from './orders-people.ts'

/** A value that differs from order to order, by its name. `after`: the text that follows it; `less`: what is taken off the number. */
export type Variable = { name: string; after?: string; less?: bigint }

/** Rows as JSON, in parts: texts that stay the same, and variables. */
export type Rows = { parts: readonly (string | Variable)[] }

/** A statement of an order: SQL, and what goes into it. `takes`: the variable that its answer gives. */
export type Statement = { sql: string; parameters: (Variable | Rows | string | bigint | null)[]; takes?: string }

const EVENT_SEQ = 700n

/**
 * The statements by which the server takes in one option, and those by which it opens it, as it makes them itself: a
 * floor that runs both, each in a transaction, does what the server does, however that changes. Run on a database that
 * is thrown away.
 */
export async function statementsOfAnOrder(platform: Platform): Promise<Statement[][]> {
  const { db } = platform
  const [person] = await signUp(platform, 1)
  if (!person) throw new Error('nobody signed up')
  const { userId } = person
  // A number that no other value has: an event's can be told apart.
  await db.updateTable('users').set({ event_seq: EVENT_SEQ }).where('id', '=', userId).execute()

  let made: { sql: string; parameters: readonly unknown[] }[] = []
  const recorder: KyselyPlugin = {
    transformQuery: ({ node, queryId }) => {
      made.push(db.getExecutor().compileQuery(node, queryId))
      return node
    },
    transformResult: async ({ result }) => result,
  }
  const input = { ...order('request-of-the-floor'), symbol: 'BTCUSDT', direction: 'rise' as const, currency: 'USDT' }
  const prices = { has: () => true, state: () => 'live' as const, last: () => ({ time: 0 }), delayMs: 0 }
  const recorded = { ...platform, db: db.withPlugin(recorder) }
  const row = await commit(recorded, async (unit) => {
    const bought: MicrotradeRow[] = []
    await once(unit, userId, 'microtrade/submit', input, async () => {
      bought.push(await buy(unit, prices, userId, 'crypto', input))
      return bought.map(toWire)[0]
    })
    return bought[0]
  })
  if (!row) throw new Error('nothing was bought')
  const taking = made
  made = []
  const tick = { open_seq: 1n, open_ms: row.accepted_ms, open_price: 1n, open_hash: 'a'.repeat(64) }
  await commit(recorded, (unit) =>
    moveOrder(unit, microtradeKind, row, { event: { type: 'order.open' }, change: tick }),
  )

  const last = BigInt((await newestEvents(db, [userId])).get(userId) ?? 0)
  const names = new Map<unknown, string>([
    [userId, 'person'],
    [input.requestId, 'request'],
  ])
  const eventSeq = (value: bigint): Variable => ({
    name: 'event_seq',
    less: value === last ? 0n : last - 1n - value,
  })
  const rowsOf = (text: string): Rows => ({
    parts: text.split(/([0-9A-Z]{26}|request-of-the-floor|(?<="seq":")\d+(?="))/).map((part, index) => {
      if (index % 2 === 0) return part
      return /^\d+$/.test(part) ? eventSeq(BigInt(part)) : (variable(part) ?? part)
    }),
  })
  const variable = (value: unknown): Variable | undefined => {
    if (typeof value === 'string' && value.startsWith(`${userId}:`)) {
      return { name: 'person', after: value.slice(userId.length) }
    }
    if (typeof value === 'string' && /^[0-9A-Z]{26}$/.test(value) && !names.has(value)) {
      names.set(value, `id${names.size}`)
    }
    // The last event is the second unit's; those before it are the first one's.
    if (typeof value === 'bigint' && value > EVENT_SEQ && value <= last) {
      return eventSeq(value)
    }
    const name = names.get(value)
    return name === undefined ? undefined : { name }
  }
  return [taking, made].map((unit) =>
    unit.map(({ sql, parameters }) => ({
      sql,
      parameters: parameters.map((value) =>
        typeof value === 'string' && value.startsWith('[')
          ? rowsOf(value)
          : (variable(value) ?? (value as string | bigint | null)),
      ),
      ...(/returning .*"event_seq"/.test(sql) && { takes: 'event_seq' }),
    })),
  )
}

export const isVariable = (parameter: Statement['parameters'][number]): parameter is Variable =>
  typeof parameter === 'object' && parameter !== null && 'name' in parameter
