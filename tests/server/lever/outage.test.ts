import { describe, expect, it } from 'vitest'
import { simulatedSource, type Tick } from '../../../server/market/module.ts'
import { characterOf } from '../../../server/market/simulated/characters.ts'
import { createGenerator } from '../../../server/market/simulated/generator.ts'
import { planSteps } from '../../../server/market/steps.ts'
import {
  feesNow,
  type LeverDirection,
  leverFeeOf,
  limitedOver,
  liquidationPrice,
  marginOf,
  notionalOf,
  profitOf,
  settlementOf,
} from '../../../src/rules/lever/lever.ts'
import { contracts, LEVER_FEE_BPS } from '../../../src/rules/lever/terms.ts'
import { instrumentOf } from '../../../src/rules/market/instruments.ts'
import { parseMoney } from '../../../src/rules/money/money.ts'
import { createManualClock } from '../manual-clock.ts'
import { MONDAY_NOON } from '../platform.ts'

/*
 * No position is liquidated while the server is stopped. A user who is long and short over a stop would be paid for a move beyond one
 * margin, if the price moved; the simulated market pauses. One account, each coin, both legs at the highest leverage, stops of any length.
 */

const STOPS = process.env.TEST_LONG ? 2_000 : 60
const HOUR_MS = 3_600_000
/** Of one leg's notional: four fees, except for price changes by then. */
const FEES_AT_LEAST = 0.95 * 4 * (LEVER_FEE_BPS / 10_000)

/** The last price before a stop of the server and the first after it, by symbol. */
type Stop = ReadonlyMap<string, readonly [before: bigint, after: bigint]>

/** A simulated market over a stop, by the steps in which the server continues it. */
async function stopped(seed: string, ms: number): Promise<Stop> {
  const clock = createManualClock(MONDAY_NOON, async () => {})
  const source = simulatedSource(seed)
  const run = async (last: ReadonlyMap<string, bigint>) => {
    const ticks: Tick[] = []
    const stop = source.start({ clock, last, since: MONDAY_NOON, emit: (more) => ticks.push(...more) })
    await clock.advance(1_000)
    stop()
    return ticks
  }
  const before = new Map((await run(new Map())).map(({ symbol, price }) => [symbol, BigInt(price)]))
  const since = (Math.floor(clock.now() / 60_000) + 1) * 60
  await clock.advance(ms)
  const until = Math.floor(clock.now() / 60_000) * 60
  const known = [...before].map(([symbol, price]) => ({ symbol, last: { price, since } }))
  const missed = until > since ? source.history(planSteps(until, [since]), known) : () => []
  const last = new Map(known.map(({ symbol, last }) => [symbol, missed(symbol).at(-1)?.close ?? last.price]))
  const after = new Map((await run(last)).toReversed().map(({ symbol, price }) => [symbol, BigInt(price)]))
  return new Map([...before].map(([symbol, price]) => [symbol, [price, after.get(symbol) ?? price]]))
}

type Prices = readonly [before: bigint, after: bigint]

/** The joint return of a long and a short, opened before the stop and closed after it: as a share of one's notional. */
const pairOver = (symbol: string, prices: Prices): number =>
  legOver(symbol, 'long', prices) + legOver(symbol, 'short', prices)

/** The result of one of them, less its fees. `limits`: whether its terms limit a gain over a gap. */
function legOver(symbol: string, direction: LeverDirection, [entry, price]: Prices, limits = true): number {
  const contract = contracts.find((each) => each.symbol === symbol)
  const tier = contract?.tiers[0]
  if (!contract || !tier) throw new Error(`${symbol}: no contract`)
  const unit = parseMoney(contract.unit, instrumentOf(symbol).quantityScale) ?? 0n
  const quantity = ((parseMoney(tier.upTo, 6) ?? 0n) / 2n / notionalOf(symbol, unit, entry)) * unit
  const notional = notionalOf(symbol, quantity, entry)
  const margin = marginOf(notional, tier.leverageMax)
  const opened = { symbol, direction, quantity, entry, margin, tiers: contract.tiers }
  const position = { ...opened, limited: limits ? limitedOver(opened, entry, price) : 0n }
  const level = liquidationPrice(position)
  const isDry = level !== null && profitOf(position, price) <= profitOf(position, level)
  const { payout } = settlementOf(position, price, isDry ? 'liquidation' : 'user', feesNow)
  return Number(payout - margin - leverFeeOf(notional)) / Number(notional)
}

describe('one account, long and short at once over an outage', () => {
  const coins = contracts.map(({ symbol }) => symbol).filter((symbol) => instrumentOf(symbol).kind === 'crypto')

  it('pays the fees of both, however long the outage', async () => {
    const { uniform } = createGenerator('stops of the server')
    for (let round = 0; round < STOPS; round++) {
      // From seconds to a month, as often of each order of magnitude.
      const ms = Math.round(1_000 * 2_592_000 ** uniform())
      const stop = await stopped(`stop ${round}`, ms)
      for (const symbol of coins) {
        const brought = pairOver(symbol, stop.get(symbol) ?? [1n, 1n])
        expect(brought, `${symbol}, stopped for ${ms / HOUR_MS} hours`).toBeLessThanOrEqual(-FEES_AT_LEAST)
      }
    }
  })

  it('pays them too if the market moves on, where it gained before the limit on gaps', () => {
    const entry = parseMoney(instrumentOf('BTCUSDT').reference, instrumentOf('BTCUSDT').scale) ?? 0n
    const prices = [entry, (entry * 105n) / 100n] as const
    expect(pairOver('BTCUSDT', prices)).toBeLessThanOrEqual(-0.001)
    expect(legOver('BTCUSDT', 'long', prices, false) + legOver('BTCUSDT', 'short', prices)).toBeGreaterThan(0.02)
  })
})

/*
 * A recorded or live market moves on while the server is stopped. The mean result of legs for accounts that act together: with moves of the
 * coin's own volatility without a preferred direction, in volatile times that they wait for, knowing of the stop in advance. As a share of
 * one leg's notional.
 */
describe('lever: two accounts, long and short over an outage while the market moves', () => {
  const ROUNDS = process.env.TEST_LONG ? 200_000 : 4_000
  /** Of a pair, and of a short alone: prices rise further than they fall, so that its gains are limited less often than its losses. */
  const mostAfter = {
    1: [-0.0018, 0.0015],
    12: [-0.0017, 0.0025],
    24: [-0.0016, 0.004],
    72: [-0.0015, 0.009],
    168: [-0.0014, 0.015],
  } as const

  it.each(Object.entries(mostAfter))(
    'pay for both, and bring with one after %s hours no more than its skew',
    (hours, most) => {
      const [pair, alone] = most
      const { normal } = createGenerator(`two accounts ${hours}`)
      for (const { symbol } of contracts.filter((each) => instrumentOf(each.symbol).kind === 'crypto')) {
        const { reference, scale } = instrumentOf(symbol)
        const entry = parseMoney(reference, scale) ?? 0n
        const volatility = characterOf(symbol).volatility * Math.sqrt(Number(hours) / 24 / 365.25)
        const sums = { long: 0, short: 0 }
        for (let round = 0; round < ROUNDS; round++) {
          const deviation = volatility * Math.exp(Math.abs(0.57 * normal()))
          const move = Math.exp(deviation * normal() - deviation ** 2 / 2)
          const prices = [entry, BigInt(Math.max(1, Math.round(Number(entry) * move)))] as const
          for (const direction of ['long', 'short'] as const) sums[direction] += legOver(symbol, direction, prices)
        }
        expect((sums.long + sums.short) / ROUNDS, symbol).toBeLessThanOrEqual(pair)
        expect(Math.max(sums.long, sums.short) / ROUNDS, symbol).toBeLessThanOrEqual(alone)
      }
    },
  )
})
