import { pino } from 'pino'
import { afterEach, expect, it } from 'vitest'
import { replaySource } from '../../../server/market/replay/index.ts'
import type { Source, Tick, Trade } from '../../../server/market/source.ts'
import { createTape, createTradeNumbers } from '../../../server/market/tape.ts'
import type { TradeDelta } from '../../../src/api/wire/frames.ts'
import { createManualClock } from '../manual-clock.ts'
import { KLINES_HEADER, kline, recordingOf, trade } from './recordings.ts'
import { createTestSource, MONDAY_NOON, startMarket, type TestMarket, tickOf } from './support.ts'

const worlds: TestMarket[] = []
afterEach(async () => {
  for (const world of worlds.splice(0)) await world.close()
})

const traded = (price: bigint, quantity = 50_000n): Trade => ({
  ...{ symbol: 'BTCUSDT', time: MONDAY_NOON, price, quantity, side: 'buy' },
})
const numbered = (number: number): TradeDelta => [number, 1, '2.00', '0.1', 'buy']

/** A source that sends ticks, with trades. */
function telling() {
  const { source } = createTestSource()
  let send: ((ticks: readonly Tick[], trades?: readonly Trade[]) => void) | undefined
  const start: Source['start'] = ({ emit }) => {
    send = emit
    return () => {}
  }
  return {
    source: { ...source, start, trades: new Set(['BTCUSDT']) },
    emit: (ticks: readonly Tick[], trades: readonly Trade[]) => send?.(ticks, trades),
  }
}

it('tape: has the source’s trades that match its prices', async () => {
  const { source, emit } = telling()
  const world = await startMarket('sqlite', source)
  worlds.push(world)
  expect([world.market.trades('BTCUSDT'), world.market.trades('ETHUSDT')]).toEqual([[], undefined])
  const tick = (price: string) => tickOf('BTCUSDT', world.clock.now(), price)
  emit([tick('43000'), tick('43010'), tick('-1')], [traded(4_300_000n), traded(4_300_500n), traded(4_301_001n)])
  emit([tick('-1')], [traded(4_300_000n)])
  await world.clock.advance(100)
  emit([tick('43005')], [{ ...traded(4_300_500n), side: 'sell' }])
  await world.clock.advance(100)
  const tape = world.market.trades('BTCUSDT') ?? []
  expect(tape.map(([, time, ...rest]) => [time, ...rest])).toEqual([
    [MONDAY_NOON, '43000.00', '0.50000', 'buy'],
    [MONDAY_NOON, '43005.00', '0.50000', 'buy'],
    [MONDAY_NOON, '43005.00', '0.50000', 'sell'],
  ])
  const [first = 0] = tape[0] ?? []
  expect(tape.map(([number]) => number - first)).toEqual([0, 1, 2])
})

it('tape: is numbered above every number of an earlier start', () => {
  const clock = { now: () => MONDAY_NOON }
  const ticks = [{ symbol: 'BTCUSDT', price: 4_300_000n }]
  const [told] = createTradeNumbers(clock).take([traded(4_300_000n), traded(4_300_000n)], ticks)
  expect(told?.trades.map(([number]) => number)).toEqual([MONDAY_NOON + 1, MONDAY_NOON + 2])
})

it('tape: keeps the newest twenty, and nothing from before a gap', () => {
  const tape = createTape({ trades: new Set(['BTCUSDT']) })
  const numbers = () => tape.newest('BTCUSDT')?.map(([number]) => number)
  for (let number = 1; number <= 25; number += 1) tape.note({ symbol: 'BTCUSDT', trades: [numbered(number)] })
  expect(numbers()).toEqual(Array.from({ length: 20 }, (_, at) => at + 6))
  tape.note({ symbol: 'BTCUSDT', trades: [numbered(30), numbered(31)] })
  expect(numbers()).toEqual([30, 31])
})

it('tape: takes trades with their taker side from a recording; candles have none', () => {
  const folder = recordingOf({
    'BTCUSDT-trades-2025-01-01.csv': [
      ...Array.from({ length: 30 }, (_, at) => trade(500 + at, `${43_000 + at}`)),
      trade(640, '43100', '0.02').replace('True,True', 'False,True'),
      trade(660, '43101', '0.000004'),
    ],
    'ETHUSDT-1m-2025-01-01.csv': [KLINES_HEADER, kline(0, ['2000', '2030', '1990', '2020'])],
  })
  const clock = createManualClock(MONDAY_NOON, async () => {})
  const source = replaySource({ path: folder, speed: 1, loops: false }, { clock, log: pino({ level: 'silent' }) })
  expect(source.trades).toEqual(new Set(['BTCUSDT']))
  const heard: (readonly Trade[])[] = []
  const stop = source.start({
    ...{ clock, since: MONDAY_NOON, last: new Map() },
    emit: (_, trades = []) => heard.push(trades),
  })
  return clock.advance(700).then(() => {
    stop()
    const trades = heard.filter((each) => each.length > 0)
    // Thirty within one beat, then one; less than the smallest unit makes no row.
    expect(trades.map((each) => each.length)).toEqual([20, 1])
    expect(trades[0]?.[0]).toEqual({
      ...{ symbol: 'BTCUSDT', time: MONDAY_NOON + 550, price: 4_301_000n, quantity: 1_000n, side: 'sell' },
    })
    expect(trades[1]?.[0]).toMatchObject({ price: 4_310_000n, quantity: 2_000n, side: 'buy' })
  })
})
