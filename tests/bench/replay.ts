import { isMainThread, parentPort, Worker } from 'node:worker_threads'
import { type ReplayBar, type ReplayPlan, replay } from '../../src/rules/strategy/replay.ts'
import { gridSteps } from '../../src/rules/strategy/strategy.ts'
import type { Benchmark, Row } from './benchmark.ts'
import { median } from './figures.ts'

const BARS = 525_600
const ROUNDS = 5
const CENT = 4_000_000

const plans: Record<string, ReplayPlan> = {
  'a recurring buy': { type: 'recurring', amount: 100_000_000n, everyMs: 86_400_000 },
  'a grid of twenty levels': {
    type: 'grid',
    amount: 5_000_000_000n,
    steps: gridSteps('BTCUSDT', { lower: 3_000_000n, upper: 5_000_000n, grids: 20, amount: 5_000_000_000n }),
  },
}

/** A year of one-minute bars: a seeded random walk with some 40% volatility a year. */
function year(): ReplayBar[] {
  let seed = 1
  const random = () => {
    seed = (seed * 48_271) % 2_147_483_647
    return seed / 2_147_483_647 - 0.5
  }
  let price = CENT
  return Array.from({ length: BARS }, (_, index) => {
    const open = price
    price += Math.round(random() * 0.002 * CENT + (CENT - price) * 0.00002)
    const [high, low] = [Math.max(open, price) + 300, Math.min(open, price) - 300]
    return { time: index * 60, open: BigInt(open), high: BigInt(high), low: BigInt(low), close: BigInt(price) }
  })
}

/** Worker time of a strategy's replay over a year of one-minute bars. */
const bench: Benchmark = async ({ after }): Promise<Row[]> => {
  const worker = new Worker(new URL(import.meta.url))
  after(() => worker.terminate())
  const [times, fills] = await new Promise<[Record<string, number[]>, Record<string, number>]>((resolve, reject) => {
    worker.once('message', resolve)
    worker.once('error', reject)
  })
  return Object.entries(times).map(([what, ms]) => ({
    what: `backtest of ${what} over a year of one-minute bars`,
    value: median(ms),
    unit: 'ms' as const,
    aim: { atMost: 1_000 },
    how: `${BARS} bars in a worker, ${fills[what]} fills, the median of ${ROUNDS} rounds.`,
  }))
}

export default bench

if (!isMainThread && parentPort) {
  const bars = year()
  const times: Record<string, number[]> = {}
  const fills: Record<string, number> = {}
  for (const [what, plan] of Object.entries(plans)) {
    for (let round = 0; round < ROUNDS; round++) {
      const begun = performance.now()
      const replayed = replay('BTCUSDT', plan, bars)
      times[what] = [...(times[what] ?? []), performance.now() - begun]
      fills[what] = (replayed?.buys ?? 0) + (replayed?.sells ?? 0)
    }
  }
  parentPort.postMessage([times, fills])
}
