import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Database, openPostgres, openSqlite } from '../../server/platform/database/database.ts'
import { contracts } from '../../src/rules/lever/terms.ts'
import { instrumentOf } from '../../src/rules/market/instruments.ts'
import { formatMoney, parseMoney } from '../../src/rules/money/money.ts'
import type { Bench, Benchmark, Row } from './benchmark.ts'
import { quantile } from './figures.ts'
import { freshSchema } from './orders.ts'
import { openPlatform } from './orders-people.ts'
import { freshFolder, startPart, startServer } from './server.ts'
import type { Answers, Question } from './stall-clients.ts'
import { closedContracts, placeContracts, type Waiting } from './triggers-orders.ts'

/** Seconds into the recording: start and end of the rise, start of the fall, end. */
type Times = { rises: number; stops: number; falls: number; ends: number }
const FULL: { waiting: Waiting; times: Times } = {
  waiting: { people: 500, resting: 100_000, open: 10_600 },
  times: { rises: 20, stops: 50, falls: 60, ends: 150 },
}
const QUICK: typeof FULL = {
  waiting: { people: 50, resting: 1_000, open: 340 },
  times: { rises: 3, stops: 5, falls: 7, ends: 60 },
}
const TICKS_A_SECOND = 1_000
const symbols = contracts.slice(0, 10).map(({ symbol }) => symbol)
/** Positions closed at a profit in each second of the rise. */
const A_SECOND = 20
/** The price after the fall, in hundredths. */
const LEFT = 70n
const SECOND_MS = 1_000

/** Triggered orders: how soon the record closes them, and the effect of a fall that closes ten thousand at once. */
const triggers: Benchmark = async (bench) => [
  ...(await measure(bench, 'SQLite')),
  ...(await measure(bench, 'PostgreSQL')),
]

async function measure(bench: Bench, kind: 'SQLite' | 'PostgreSQL'): Promise<Row[]> {
  const { waiting, times } = bench.quick ? QUICK : FULL
  const { rises, stops, falls, ends } = times
  const folder = freshFolder(bench)
  const place = kind === 'SQLite' ? join(folder, 'quoin.db') : await freshSchema(bench)
  const open = (): Promise<Database> | Database => (kind === 'SQLite' ? openSqlite(place) : openPostgres(place))
  bench.say(`${kind}: placing ${waiting.resting + waiting.open} orders`)
  const before = await open()
  const platform = await openPlatform(before)
  const prices = new Map(symbols.map((symbol) => [symbol, referenceOf(symbol)]))
  const { scale } = instrumentOf(symbols[0] ?? '')
  const base = referenceOf(symbols[0] ?? '')
  const takeProfits = Array.from({ length: (stops - rises) * A_SECOND }, (_, index) =>
    formatMoney(base + BigInt(1 + Math.floor(index / A_SECOND)) * 10n ** BigInt(scale), scale),
  )
  await placeContracts(platform, waiting, prices, takeProfits)
  // As autovacuum does while tables fill over weeks.
  if (kind === 'PostgreSQL') await before.script('analyze')
  await before.close()

  const market = freshFolder(bench)
  for (const symbol of symbols) writeFileSync(join(market, `${symbol}-trades.csv`), tradesOf(symbol, times))
  const server = await startServer(bench, {
    DATA_DIR: folder,
    MARKET: `replay:${market}`,
    ...(kind === 'PostgreSQL' && { DATABASE_URL: place }),
  })
  const clients = await startPart(bench, 'stall-clients.ts')
  const database = await open()
  const { since_ms } = await database.db.selectFrom('record').select('since_ms').executeTakeFirstOrThrow()
  const until = (second: number) => sleep(Math.max(0, Number(since_ms) + second * SECOND_MS - Date.now()))
  const quotesFor = (seconds: number) =>
    clients.ask<Answers>({ port: server.port, tokens: [], ms: seconds * SECOND_MS } satisfies Question)
  await until(rises)
  const rise = await quotesFor(stops - rises)
  await until(falls - 2)
  const fall = await quotesFor(bench.quick ? 4 : 20)
  const live = async () =>
    (
      await database.db
        .selectFrom('levers')
        .select(({ fn }) => fn.countAll<bigint>().as('count'))
        .where('settled_ms', 'is', null)
        .executeTakeFirstOrThrow()
    ).count
  while ((await live()) > BigInt(waiting.resting)) {
    if (Date.now() > Number(since_ms) + ends * SECOND_MS) throw new Error(`${await live()} contracts were left`)
    await sleep(SECOND_MS)
  }
  await clients.stop()
  await server.stop()
  const closed = await closedContracts({ db: database.db })
  await database.close()

  // A second is recorded once it is over.
  const late = (cause: string) =>
    closed
      .filter((order) => order.cause === cause)
      .map(({ tickMs, closedMs }) => closedMs - (Math.floor(tickMs / SECOND_MS) + 1) * SECOND_MS)
  const [profits, losses] = [late('takeProfit'), late('liquidation')]
  bench.say(
    `${kind}: ${profits.length} closed at a profit, p50 ${quantile(profits, 0.5)} p99 ${quantile(profits, 0.99)} ms; ${losses.length} liquidated in ${Math.max(...losses)} ms, quotes p99 ${rise.quoteP99.toFixed(1)} and ${fall.quoteP99.toFixed(1)} ms, longest gap ${fall.gap} ms`,
  )
  const load = `${waiting.resting} contracts wait at half of the price, ${waiting.open} positions are open, ${TICKS_A_SECOND} ticks/s come from a recording of ${symbols.length} symbols`
  return [
    {
      what: `recorded tick to closed position on ${kind}, p99`,
      value: quantile(profits, 0.99),
      unit: 'ms',
      aim: { atMost: 250 },
      how: `from the end of the tick’s second, which is recorded then, to the moment that the order says it was closed at; ${profits.length} take-profits, ${A_SECOND} a second; ${load}`,
    },
    {
      what: `10,000 positions liquidated at once on ${kind}`,
      value: Math.max(...losses),
      unit: 'ms',
      ...(bench.quick && { size: `${losses.length} positions` }),
      how: `the price falls by ${100n - LEFT} of 100 within a second; from its end to the last one closed; ${load}`,
    },
    {
      what: `quotes while positions are liquidated on ${kind}, p99`,
      value: fall.quoteP99,
      unit: 'ms',
      how: `currency/quotation_new by one client that asks again 10 ms after each answer, around the fall; ${rise.quoteP99.toFixed(0)} ms while 20 a second are closed; the longest gap between frames was ${fall.gap} ms`,
    },
  ]
}

/** Initial price of a symbol, in minor units. */
const referenceOf = (symbol: string): bigint => {
  const { reference, scale } = instrumentOf(symbol)
  return parseMoney(reference, scale) ?? 0n
}

/** A recording of trades: prices stay constant, but the first symbol's rises by a dollar a second and then falls. */
function tradesOf(symbol: string, { rises, stops, falls, ends }: Times): string {
  const { scale } = instrumentOf(symbol)
  const base = referenceOf(symbol)
  const perSecond = TICKS_A_SECOND / symbols.length
  const begun = Date.UTC(2026, 0, 5)
  const priceAt = (second: number) => {
    if (symbol !== symbols[0]) return base
    if (second >= falls) return (base * LEFT) / 100n
    const risen = Math.max(0, Math.min(second, stops) - rises)
    return base + BigInt(risen) * 10n ** BigInt(scale)
  }
  const lines = Array.from({ length: ends * perSecond }, (_, index) => {
    const at = (index * SECOND_MS) / perSecond
    // The volume differs from the last tick's: an equal tick would be dropped.
    const quantity = 1 + (index % 7)
    return `${index + 1},${formatMoney(priceAt(Math.floor(at / SECOND_MS)), scale)},${quantity},${quantity},${begun + Math.floor(at)},true`
  })
  return `${lines.join('\n')}\n`
}

export default triggers
