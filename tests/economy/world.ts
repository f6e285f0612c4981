import { forexKind } from '../../server/forex/kind.ts'
import { type AccountRow, accountsOf } from '../../server/ledger/accounts.ts'
import { post } from '../../server/ledger/module.ts'
import { leverKind } from '../../server/lever/kind.ts'
import { loanKind } from '../../server/loan/kind.ts'
import { owedBy } from '../../server/loan/sums.ts'
import { gapBetween } from '../../server/market/gaps.ts'
import type { TickGap, TickRow } from '../../server/market/module.ts'
import { characterOf } from '../../server/market/simulated/characters.ts'
import { microtradeKind } from '../../server/microtrade/kind.ts'
import type { Module } from '../../server/module.ts'
import type { Move, OrderKind, OrderRow } from '../../server/order-kind.ts'
import { moveOrder } from '../../server/orders/module.ts'
import { type TriggerSet, triggerSets } from '../../server/orders/triggers.ts'
import { planKind } from '../../server/plan/kind.ts'
import type { Platform } from '../../server/platform/context.ts'
import type { Loader } from '../../server/platform/unit/defer.ts'
import type { Unit } from '../../server/platform/unit/unit.ts'
import { savingsKind } from '../../server/savings/kind.ts'
import { swapKind } from '../../server/swap/kind.ts'
import { withdrawalKind } from '../../server/withdrawal/kind.ts'
import { Refusal } from '../../src/api/wire/messages.ts'
import { weeklyKinds } from '../../src/rules/market/calendar.ts'
import { isOpen, nextClose, nextOpen } from '../../src/rules/market/hours.ts'
import { instrumentOf } from '../../src/rules/market/instruments.ts'
import { STALE_AFTER_MS } from '../../src/rules/market/prices.ts'
import { findPlanTier, PLAN_BELOW_BPS, type PlanTier, rateOfLink } from '../../src/rules/plan/plan.ts'
import { answersFrom } from './answers.ts'
import type { Holes } from './holes.ts'
import { memoryDatabase } from './memory.ts'
import { type Chance, movePath, openPath } from './prices.ts'

/*
 * A platform on virtual time, in memory: what the server decides is decided by its own code, and what its statements ask for is answered from
 * maps. Prices are a path that nobody can know ahead.
 */

export const DAY_MS = 86_400_000
const TICK_MS = 250
const MINUTE_MS = 60_000
const YEAR_MS = 365.25 * DAY_MS
const PACE_LEAST_MS = 20_000
/** A Monday, noon UTC. */
const BEGINNING = Date.UTC(2026, 0, 5, 12)

type Level = { symbol: string; liquidation_price?: bigint | null; stop_out?: bigint | null }
type AnyKind = OrderKind<OrderRow>
const kinds = [
  microtradeKind,
  leverKind,
  forexKind,
  swapKind,
  planKind,
  savingsKind,
  loanKind,
  withdrawalKind,
] as unknown as readonly AnyKind[]

/** A kind without its messages and referral payments, which do not affect the measured money. */
export const bare = <Row extends OrderRow>({ message: _, extras: __, ...kind }: OrderKind<Row>): OrderKind<Row> => kind

const moduleOf = (kind: AnyKind): Module => ({
  name: kind.name,
  orders: [kind],
  ...(kind.name === loanKind.name && { owes: owedBy }),
  blocksLeaving: async (_, userId) =>
    kind.blocksLeaving && current?.live(kind.table, userId).length ? [kind.blocksLeaving] : [],
})
const modules = kinds.map(moduleOf)
const { db, tx, use } = memoryDatabase()
/** The world that acts at the moment: there is one database for all, so that its statements are built once. */
let current: World | undefined

export type World = Awaited<ReturnType<typeof createWorld>>

/** A person's money outside the platform; `granted`: their legitimate gains. */
type Person = { id: string; outside: Map<string, number>; granted: number }

/**
 * A world with these people and the prices of these symbols, some hours after a Monday's noon.
 *
 * @param storm how many times their volatility prices have
 * @param goesOn whether the market continues while the server is stopped
 */
export async function createWorld({
  chance,
  holes,
  symbols,
  storm,
  goesOn,
  hours,
  people: names,
}: {
  chance: Chance
  holes: Holes
  symbols: readonly string[]
  storm: number
  goesOn: boolean
  hours: number
  people: readonly string[]
}) {
  let now = BEGINNING + hours * 3_600_000
  let placing = ''
  let ids = 0
  let undo: (() => void)[] = []
  const paths = new Map(symbols.map((symbol) => [symbol, openPath(symbol)]))
  const shownAt = new Map(symbols.map((symbol) => [symbol, now]))
  const ticks = new Map<string, TickRow[]>(symbols.map((symbol) => [symbol, []]))
  const tables = new Map<string, Map<string, OrderRow>>(kinds.map(({ table }) => [table, new Map()]))
  const tableOfKind = new Map(kinds.map(({ name, table }) => [name, table]))
  const known = new Map<Loader<unknown>, Map<string, unknown>>()
  const waits = new Map<string, TriggerSet['triggers']>()
  const people = new Map<string, Person>(names.map((id) => [id, { id, outside: new Map(), granted: 0 }]))
  const tier = findPlanTier('1')
  if (!tier) throw new Error('there is no first tier')
  const plan = {
    ...{
      id: 'plan',
      tier: '1',
      chain_end: 'end',
      sealed: '',
      closed_ms: null,
      participants: 0n,
      drawn: 0n,
      revealed: 0n,
    },
    ...{ low_ppm: BigInt(tier.lowPpm), high_ppm: BigInt(tier.highPpm), day_ms: BigInt(DAY_MS) },
    opened_ms: BigInt(now - 10 * MINUTE_MS),
  }
  const gaps: TickGap[] = []
  const rates = new Map<string, bigint>()
  const expectedPpm = expectedOf(tier)
  /** Unpredictable price moves times users' exposures: zero on average. */
  let luck = 0
  const refusals = new Map<string, number>()

  const rowsOf = (table: string) => [...(tables.get(table)?.values() ?? [])]
  const live = (table: string, userId?: string) =>
    rowsOf(table).filter((row) => row.settled_ms === null && (userId === undefined || row.user_id === userId))
  const remember = <Key, Value>(map: Map<Key, Value>, key: Key, value: Value) => {
    const was = map.get(key)
    undo.push(() => (was === undefined ? map.delete(key) : map.set(key, was)))
    map.set(key, value)
  }

  const accounts = (userId: string) =>
    (known.get(accountsOf as Loader<unknown>)?.get(userId) ?? new Map()) as ReadonlyMap<string, AccountRow>

  const memory = answersFrom({
    ...{ names, symbols, ticks, gaps, rates, plan, accounts, rowsOf, live },
    isTable: (table) => tables.has(table),
  })
  const config = {
    RULES: 'paper',
    PAPER_DAY_SECONDS: DAY_MS / 1_000,
    REVIEW_SECONDS: 30,
    PAYOUT_SECONDS: 10,
    ADMIN_SECOND_PERSON: 'no',
  }
  const platformOf = (covered: boolean) =>
    // The part of a platform used here.
    ({
      db,
      config,
      clock: { now: () => now },
      ids: () => `${placing}:${++ids}`,
      modules: covered ? modules : withoutCover,
    }) as unknown as Platform

  const unitOf = (covered: boolean): Unit => {
    const platform = platformOf(covered)
    return {
      platform,
      tx,
      after: () => {},
      defer: (batch, item) => {
        // Other deferred writes are primed, too.
        if ((batch as unknown) !== triggerSets) return
        const { orderId, triggers } = item as TriggerSet
        remember(waits, orderId, triggers)
      },
      prime(loader, key, value) {
        const of = known.get(loader as Loader<unknown>) ?? new Map<string, unknown>()
        known.set(loader as Loader<unknown>, of)
        remember(of, key, value)
        const row = value as unknown as OrderRow | undefined
        const table =
          row && typeof row === 'object' && row.id === key ? tableOfKind.get(key.split(':')[0] ?? '') : undefined
        const rows = table === undefined ? undefined : tables.get(table)
        if (rows && row) remember(rows, key, row)
      },
      async read(loader, key) {
        const of = known.get(loader as Loader<unknown>)
        if (of?.has(key) && !loader.reread) return of.get(key) as never
        return (await loader.load(db, [key], now)).get(key) ?? loader.none
      },
    }
  }

  /** One atomic unit of work. @param covered whether debts must stay covered */
  async function act<T>(
    kind: string,
    work: (unit: Unit) => Promise<T>,
    covered = !holes.uncovered,
  ): Promise<T | undefined> {
    current = world
    use(memory)
    placing = kind
    undo = []
    try {
      return await work(unitOf(covered))
    } catch (error) {
      for (const back of undo.toReversed()) back()
      if (!(error instanceof Refusal)) throw error
      refusals.set(error.key, (refusals.get(error.key) ?? 0) + 1)
      return undefined
    }
  }

  async function step(kind: AnyKind, row: OrderRow, move: Move): Promise<void> {
    const bent = holes.bend?.(kind.name, row, move) ?? move
    const moved = await act(kind.name, (unit) => moveOrder(unit, bare(kind), row, bent))
    if (!moved) throw new Error(`${kind.name}: ${bent.event.type} did not happen: ${[...refusals.keys()].join()}`)
    for (const hear of world.hears) hear(kind.name, row, moved, bent.event.type)
  }

  /** Everything that is due by now happens. */
  async function settle(): Promise<void> {
    drawDays()
    for (let rounds = 0; ; rounds++) {
      if (rounds > 400) throw new Error('what is due never ends')
      let did = 0
      for (const kind of kinds) {
        for (const row of live(kind.table)) {
          if (row.due_ms === null || row.due_ms > BigInt(now) || !kind.due) continue
          current = world
          use(memory)
          const move = await kind.due(db, row, now)
          if (!move) continue
          await step(kind, row, move)
          did++
        }
      }
      if (did === 0) return
    }
  }

  function drawDays(): void {
    if (!tier) return
    for (let day = plan.drawn + 1n; plan.opened_ms + day * plan.day_ms <= BigInt(now); day++) {
      const digits = () =>
        Math.floor(chance.uniform() * 2 ** 32)
          .toString(16)
          .padStart(8, '0')
      const ratePpm = rateOfLink((digits() + digits()).padEnd(64, '0'), tier)
      luck += world.shareOfDay(day) * (ratePpm - expectedPpm)
      rates.set(String(day), BigInt(ratePpm))
      plan.drawn = day
    }
  }

  async function cross(): Promise<void> {
    for (const kind of kinds) {
      for (const row of kind.crossed ? live(kind.table) : []) {
        const names: string[] = []
        let tick: TickRow | undefined
        let gap: TickGap | undefined
        for (const { name, symbol, side, level, since_ms: since, mirrored } of waits.get(row.id) ?? []) {
          const newest = ticks.get(symbol)?.at(-1)
          if (newest?.time_ms !== BigInt(now) || since > newest.time_ms) continue
          const ended = gaps.find((each) => each.symbol === symbol && each.seq === newest.seq)
          const price = mirrored === 1n ? ended?.mirror : newest.price
          if (price === undefined || (side === 'atOrAbove' ? price < level : price > level)) continue
          names.push(name)
          tick = newest
          if (mirrored === 1n) gap = ended
        }
        if (tick && kind.crossed)
          await step(
            kind,
            row,
            kind.crossed(row, { names: names.sort(), tick, sinceMs: tick.time_ms, ...(gap && { gap }) }),
          )
      }
    }
  }

  /** Advances the time, and the displayed prices. */
  function move(to: number): void {
    for (const path of paths.values()) {
      const deltas = world.exposureOn(path.symbol)
      const { surprise } = movePath(path, [now, to], chance, { storm, gains: !holes.withoutGain })
      luck += deltas * surprise
    }
    now = to
    for (const symbol of symbols) if (isOpen(instrumentOf(symbol).kind, now)) shownAt.set(symbol, now)
  }

  /** @param isGap whether the server was stopped: ticks are further apart here than on a record, also where there is no gap. A market that was closed leaves one. */
  function record(isGap = false): void {
    for (const [symbol, { shown }] of paths) {
      const { kind } = instrumentOf(symbol)
      if (!isOpen(kind, now)) continue
      const all = ticks.get(symbol) ?? []
      const tick = { symbol, seq: BigInt(all.length), time_ms: BigInt(now), price: shown, hash: 'ab'.repeat(32) }
      const last = all.at(-1)
      const wasClosed = last !== undefined && nextClose(kind, Number(last.time_ms)) < now
      const gap = isGap || wasClosed ? gapBetween(last, tick) : undefined
      if (gap && !holes.unlimited) gaps.push(gap)
      all.push(tick)
    }
  }

  async function tickAt(to: number, isGap = false): Promise<void> {
    move(to)
    record(isGap)
    await settle()
    await cross()
    await settle()
    // Users act after the prices that they have seen.
    now += 1
  }

  /** When the next tick must be at the latest: where something falls due, a market opens or closes, or a position may be used up. */
  const nextDue = () => {
    const changes = weeklyKinds.map((kind) => {
      const close = nextClose(kind, now) - 1
      return isOpen(kind, now) && close > now ? close : nextOpen(kind, now + 1)
    })
    let next = Math.min(...changes)
    for (const table of ['levers', 'forex_positions']) {
      for (const row of live(table)) next = Math.min(next, now + paceNear(row as OrderRow & Level))
    }
    for (const { table } of kinds) {
      for (const { due_ms } of live(table))
        if (due_ms !== null && Number(due_ms) > now) next = Math.min(next, Number(due_ms))
    }
    return next
  }

  /** How fast ticks must come so that none is far beyond the price at which a position is used up. */
  const paceNear = ({ symbol, liquidation_price, stop_out }: Level): number => {
    const level = liquidation_price ?? stop_out ?? null
    const price = Number(paths.get(symbol)?.shown ?? 1n)
    if (level === null) return Number.POSITIVE_INFINITY
    const away = Math.abs(Number(level) - price) / price
    return Math.max(PACE_LEAST_MS, (away / 5 / (characterOf(symbol).volatility * storm)) ** 2 * YEAR_MS)
  }

  const world = {
    people,
    plan,
    tier,
    refusals,
    symbols,
    live,
    rowsOf,
    accounts,
    act,
    bare,
    /** The users' gain per unit of price surprise: their exposure. Set by the measurement. */
    exposureOn: (_: string): number => 0,
    /** Each participant's gain for one millionth of a plan's day. */
    shareOfDay: (_: bigint): number => 0,
    hears: [] as ((kind: string, before: OrderRow, after: OrderRow, event: string) => void)[],
    get now() {
      return now
    },
    get luck() {
      return luck
    },
    /** The price that people are shown, in minor units. */
    shown: (symbol: string) => paths.get(symbol)?.shown ?? 0n,
    newest: (symbol: string) => ticks.get(symbol)?.at(-1),
    prices: {
      has: (symbol: string) => paths.has(symbol),
      state: (symbol: string): 'live' | 'stale' | 'closed' =>
        isOpen(instrumentOf(symbol).kind, now)
          ? now - (shownAt.get(symbol) ?? 0) > STALE_AFTER_MS
            ? 'stale'
            : 'live'
          : 'closed',
      last: (symbol: string) => ({ time: shownAt.get(symbol) ?? 0, price: paths.get(symbol)?.shown ?? 0n }),
      delayMs: 0,
    },
    /** Advances the time, with displayed prices that are not recorded yet. */
    blink: (ms: number) => move(now + ms),
    /** Advances the time, with a tick at each step and at each due time. */
    async pass(ms: number, steps = 8): Promise<void> {
      const end = now + ms
      const pace = Math.max(TICK_MS, Math.ceil(ms / steps))
      while (now < end) await tickAt(Math.ceil(Math.min(end, now + pace, Math.max(now + 1, nextDue()))))
    },
    /** Stops the server for a while without a record. A simulated market halts. */
    async stop(ms: number): Promise<void> {
      if (goesOn) move(now + ms)
      else now += ms
      await tickAt(now + TICK_MS, true)
    },
    /** Pays in from outside, or out if negative: in minor units. */
    pay: (userId: string, currency: string, amount: bigint) =>
      act('deposit', async (unit) => {
        await post(unit, {
          ...{ cause: 'deposit', causeId: `${ids}`, step: 'credit', currency },
          lines: [
            { account: { user: userId, kind: 'available' }, amount },
            { account: { platform: 'deposits' }, amount: -amount },
          ],
        })
        return true
      }),
  }
  record()
  now += 1
  return world
}

/** The mean rate of a day, in millionths: draws below the range count as zero. */
export const expectedOf = ({ lowPpm, highPpm }: PlanTier) => ((1 - PLAN_BELOW_BPS / 10_000) * (lowPpm + highPpm)) / 2

const withoutCover = modules.map((module) => ({
  ...module,
  orders: (module.orders ?? []).map(({ mustCover: _, ...kind }) => kind),
}))
