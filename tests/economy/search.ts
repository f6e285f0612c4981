import { createGenerator } from '../../server/market/simulated/generator.ts'
import type { Holes } from './holes.ts'
import { measureOf } from './measure.ts'
import { personOf } from './person.ts'
import type { Chance } from './prices.ts'
import { type Choice, templates } from './strategies.ts'
import { createWorld } from './world.ts'

/*
 * A search for what nobody should have: a strategy that gains on average, or money that belongs to nobody. A strategy is a template with its
 * choices, by a seed. It is played on pairs of paths, of which the second is the first one turned over.
 */

const MONEY = 10_000
const COINS = ['BTCUSDT', 'ETHUSDT', 'SOLUSDT', 'DOGEUSDT']
const PAIRS = ['EURUSD', 'USDJPY', 'USDCHF', 'XAUUSD']
/** Rounding in a user's favour is less than this, in USDT. */
const DUST = 0.001
const SIGMAS = 4
/** A strategy that seems to gain is replayed on growing numbers of new pairs of paths, until it gains or not by this many standard errors. */
const CONFIRMED_BY = [24, 150, 600]
const DOUBTS = 1.5
/** The minimum number of pairs: frequent gains may hide a rare, large loss. */
const SURE_BY = 150
const STORM_MOST = 6

export type Strategy = { name: string; seed: string }
/** A strategy's mean gain in USDT, and its standard error; `lost`: the largest hold without an order after a round. */
export type Outcome = Strategy & { pairs: number; mean: number; error: number; lost: number }

const listOf = <Value>(all: readonly Value[], uniform: () => number): Value => {
  const one = all[Math.floor(uniform() * all.length)]
  if (one === undefined) throw new RangeError('nothing to choose from')
  return one
}

async function round(
  { name, seed }: Strategy,
  path: string,
  sign: 1 | -1,
  holes: Holes,
): Promise<Pick<Outcome, 'mean' | 'lost'>> {
  const chooser = createGenerator(`choices ${seed}`)
  const { normal, uniform } = createGenerator(path)
  const chance: Chance = { normal: () => sign * normal(), uniform }
  const [coin, pair] = [listOf(COINS, chooser.uniform), listOf(PAIRS, chooser.uniform)]
  const choose: Choice = {
    of: (...all) => listOf(all, chooser.uniform),
    between: (from, to) => from * (to / from) ** chooser.uniform(),
  }
  const world = await createWorld({
    ...{ chance, holes, symbols: [coin, pair], people: ['a', 'b'] },
    // People wait for storms.
    storm: STORM_MOST ** chooser.uniform(),
    // A recorded or live market; a simulated one is halted.
    goesOn: chooser.uniform() < 0.5,
    hours: Math.floor(40 * chooser.uniform()),
  })
  const measure = measureOf(world, MONEY)
  for (const id of world.people.keys()) await world.pay(id, 'USDT', BigInt(MONEY) * 1_000_000n)
  const [a, b] = [personOf(world, holes, measure, 'a'), personOf(world, holes, measure, 'b')]
  await templates[name]?.({ world, a, b, choose, coin, pair })
  for (let times = 0; times < 6; times++) {
    for (const person of [a, b]) {
      for (const row of person.mine('levers')) await person.closeContract(row.id)
      for (const row of person.mine('forex_positions')) await person.closeLots(row.id)
    }
    await world.pass(2_000, 3)
    const isOver = ['microtrades', 'levers', 'forex_positions', 'plan_orders', 'withdrawals'].every(
      (table) => world.live(table).length === 0,
    )
    if (isOver) break
    await world.pass(times === 0 ? 400_000 : 86_400_000, 5)
  }
  return { mean: measure.gained(), lost: Math.abs(measure.lost()) }
}

/** Plays a strategy on a number of pairs of paths. */
export async function play(strategy: Strategy, pairs: number, paths: string, holes: Holes = {}): Promise<Outcome> {
  const back = holes.offer?.()
  try {
    let [sum, squares, lost] = [0, 0, 0]
    for (let index = 0; index < pairs; index++) {
      const path = `${paths} ${strategy.seed} ${index}`
      const [one, two] = [await round(strategy, path, 1, holes), await round(strategy, path, -1, holes)]
      const gained = (one.mean + two.mean) / 2
      sum += gained
      squares += gained ** 2
      lost = Math.max(lost, one.lost, two.lost)
    }
    const mean = sum / pairs
    const variance = Math.max(0, squares / pairs - mean ** 2) * (pairs / Math.max(1, pairs - 1))
    return { ...strategy, pairs, mean, error: Math.sqrt(variance / pairs), lost }
  } finally {
    back?.()
  }
}

const isGain = ({ mean, error, pairs }: Outcome) => pairs >= SURE_BY && mean > DUST && mean > SIGMAS * error
const isLoss = ({ lost }: Outcome) => lost > DUST

/**
 * Searches for strategies that gain. A candidate on a few paths is replayed on many new ones, and again on more.
 *
 * @param each number of strategies of each template
 * @param only templates to search; by default all
 * @param most how many are enough
 */
export async function search({
  seed,
  each,
  pairs = 3,
  holes = {},
  only = Object.keys(templates),
  most = Number.POSITIVE_INFINITY,
}: {
  seed: string
  each: number
  pairs?: number
  holes?: Holes
  only?: readonly string[]
  most?: number
}): Promise<Outcome[]> {
  const found: Outcome[] = []
  for (const name of only) {
    for (let index = 0; index < each; index++) {
      if (found.length >= most) return found
      const strategy = { name, seed: `${seed} ${name} ${index}` }
      const first = await play(strategy, pairs, 'first', holes)
      if (isLoss(first)) found.push(first)
      if (first.mean <= DUST) continue
      for (const more of CONFIRMED_BY) {
        const again = await play(strategy, more, `${more} more`, holes)
        if (isGain(again)) found.push(again)
        if (isGain(again) || again.mean <= DUST || again.mean < DOUBTS * again.error) break
      }
    }
  }
  return found
}
