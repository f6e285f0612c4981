import { hearing } from '../../../server/market/live/tape.ts'
import type { TickRow } from '../../../server/market/record.ts'
import type { Crossing, Move, OrderKind, OrderRow, Trigger } from '../../../server/order-kind.ts'
import { advance, hasEnded } from '../../../src/machines/orders/life.ts'
import { freshDatabase, type TestDatabase } from '../databases.ts'
import { type Line, listen, type Moment } from './listen.ts'

/*
 * Someone knows each price of the exchange before the server does. Their orders are moved by the server's own decisions, of the record that it
 * makes as it hears, in the order in which the kernel of orders takes them.
 */

/** `slowMs`: how much later than possible the server reads its record; `delayMs`: the earliest delay until a request takes effect. */
export type Served = { slowMs: number; delayMs: number }

export type World = ReturnType<typeof listen> & { db: TestDatabase['database']['db'] }

/** The worlds of a test, each created once for all its attempts: the frames received over a line, with the server's record of them. */
export function createWorlds() {
  const made = new Map<string, Promise<World & { drop(): Promise<void> }>>()
  const make = async (line: Line) => {
    const heard = listen(line)
    const { database, drop } = await freshDatabase('sqlite')
    const ticks = heard.record.filter((tick) => tick !== undefined)
    for (let from = 0; from < ticks.length; from += 100) {
      await database.db
        .insertInto('ticks')
        .values(ticks.slice(from, from + 100))
        .execute()
    }
    return { ...heard, db: database.db, drop }
  }
  return {
    of(line: Line): Promise<World> {
      const key = `${line.lead} ${line.lead(0)} ${line.error}`
      const world = made.get(key) ?? make(line)
      made.set(key, world)
      return world
    },
    drop: async () => void (await Promise.all([...made.values()].map(async (world) => (await world).drop()))),
  }
}

/** The server's reception: over an hour for this many rounds, with the maximum clock error. */
export function linesFor(rounds: number) {
  const hours = (rounds / 3_600) * 12
  const steadily = (ms: number): Line => ({ hours, lead: () => ms, error: 250 })
  /** In every ten seconds the server receives nothing for this long, then everything at once. */
  const stalling = (ms: number): Line => ({ ...steadily(0), lead: (time) => Math.max(40, ms - (time % 10_000)) })
  return {
    '0 ms ahead': steadily(0),
    '250 ms ahead': steadily(250),
    'up to 1 s ahead': stalling(1_000),
    'up to 2 s ahead': stalling(2_000),
  }
}

/** The price the attacker knows at a time of the record, in ms. */
export const knownAt = ({ moments }: World, ms: number): number => moments[Math.ceil((ms - 1_000) / 100)]?.known ?? 0

/** An order at the moment at which it was sent, with the prices that it waits for since then. */
export type Sent<Row extends OrderRow> = { at: number; order: Row; armed: readonly Trigger[] }

/**
 * The outcome of an order.
 *
 * @param acts its owner's requests at each time, as soon as allowed, given the order's current state
 */
export async function follow<Row extends OrderRow>(
  { moments, record, db }: World,
  { slowMs }: Served,
  kind: Pick<OrderKind<Row>, 'machine' | 'due' | 'crossed'>,
  { at, order: sent, armed }: Sent<Row>,
  acts: (order: Row, moment: Moment) => Row,
): Promise<Row> {
  let order = sent
  let waits = { triggers: armed, since: sent.accepted_ms }
  const move = ({ event, change, arm, notBefore = 0n }: Move<Row>) => {
    const { state } = advance(kind.machine, order.state, event)
    order = { ...order, ...change, state }
    if (arm) waits = { triggers: arm, since: notBefore + 1n }
  }
  let [lookedUpTo, looked] = [0, order]
  for (let index = at + 1; index < moments.length && !hasEnded(kind.machine, order.state); index++) {
    const moment = moments[index]
    if (!moment) break
    const upToMs = Math.floor((moment.now - slowMs - hearing.lateMsMax) / 1_000) * 1_000 - 1
    // The same as before: no new record and no request.
    while ((upToMs !== lookedUpTo || order !== looked) && !hasEnded(kind.machine, order.state)) {
      const { due_ms } = order
      const isDue = due_ms !== null && due_ms <= upToMs
      const crossing = firstCrossing(record, waits, isDue ? due_ms : BigInt(upToMs))
      const next = crossing
        ? kind.crossed && { arm: [], ...kind.crossed(order, crossing), notBefore: crossing.tick.time_ms }
        : isDue && withDue(due_ms, await kind.due?.(db, order, upToMs))
      if (!next || Number(next.notBefore ?? 0) > upToMs) break
      move(next)
    }
    lookedUpTo = upToMs
    looked = order
    if (!hasEnded(kind.machine, order.state)) order = acts(order, moment)
  }
  return order
}

const withDue = <Row extends OrderRow>(due: bigint, move: Move<Row> | undefined) => move && { notBefore: due, ...move }

/** The first tick that crosses one of these prices, up to a time in ms. */
function firstCrossing(
  record: readonly (TickRow | undefined)[],
  { triggers, since }: { triggers: readonly Trigger[]; since: bigint },
  upToMs: bigint,
): Crossing | undefined {
  if (triggers.length === 0) return undefined
  for (let second = Number(since / 1_000n); second <= Number(upToMs / 1_000n); second++) {
    const tick = record[second]
    if (!tick || tick.time_ms < since || tick.time_ms > upToMs) continue
    const crossed = triggers.filter(({ side, level }) =>
      side === 'atOrBelow' ? tick.price <= level : tick.price >= level,
    )
    if (crossed.length > 0) return { names: crossed.map(({ name }) => name), tick, sinceMs: since }
  }
  return undefined
}

/** Gain per round: its mean and the fees as shares of the traded amount, and the standard error of one round. */
export function createTally() {
  let [gained, fees, traded, squares, count] = [0, 0, 0, 0, 0]
  return {
    add(gain: number, fee: number, worth: number) {
      gained += gain
      fees += fee
      traded += worth
      squares += (gain / worth) ** 2
      count++
    },
    result: () => {
      const mean = gained / traded
      return { count, gained: mean, fees: fees / traded, error: Math.sqrt((squares / count - mean ** 2) / count) }
    },
  }
}
