import { describe, expect, it } from 'vitest'
import { simulatedSource, type Tick } from '../../../server/market/index.ts'
import { characterOf } from '../../../server/market/simulated/characters.ts'
import { createGenerator } from '../../../server/market/simulated/generator.ts'
import { planSteps } from '../../../server/market/steps.ts'
import { contracts } from '../../../src/rules/contracts.ts'
import { instrumentOf } from '../../../src/rules/instruments.ts'
import { leverFeeOf, liquidationPrice, marginOf, notionalOf, profitOf, settlementOf } from '../../../src/rules/lever.ts'
import { parseMoney } from '../../../src/rules/money.ts'
import { createManualClock } from '../manual-clock.ts'
import { MONDAY_NOON } from '../platform.ts'

/*
 * Nobody is liquidated while the server is stopped. Who is long and short at once over a stop would be paid for what the price has moved beyond
 * one margin, if it moved: the simulated market stands still. One account, each coin, both legs at the highest leverage, stops of any length.
 */

const STOPS = process.env.TEST_LONG ? 2_000 : 60
const HOUR_MS = 3_600_000
const FEES_AT_LEAST = 0.0019

/** The last price before a stop of the server and the first after it, by symbol. */
type Stop = ReadonlyMap<string, readonly [before: bigint, after: bigint]>

/** A simulated market that is stopped for a while, by the steps in which the server goes on with it. */
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

/** What a long and a short, opened before the stop and closed after it, bring together: as a share of what one is worth. */
function pairOver(symbol: string, [entry, price]: readonly [bigint, bigint]): number {
  const contract = contracts.find((each) => each.symbol === symbol)
  const tier = contract?.tiers[0]
  if (!contract || !tier) throw new Error(`${symbol}: no contract`)
  const unit = parseMoney(contract.unit, instrumentOf(symbol).quantityScale) ?? 0n
  const quantity = ((parseMoney(tier.upTo, 6) ?? 0n) / 2n / notionalOf(symbol, unit, entry)) * unit
  const notional = notionalOf(symbol, quantity, entry)
  const margin = marginOf(notional, tier.leverageMax)
  const legs = (['long', 'short'] as const).map((direction) => {
    const position = { symbol, direction, quantity, entry, margin }
    const level = liquidationPrice(position)
    const isDry = level !== null && profitOf(position, price) <= profitOf(position, level)
    return settlementOf(position, price, isDry ? 'liquidation' : 'user').payout - margin - leverFeeOf(notional)
  })
  return Number(legs.reduce((sum, each) => sum + each, 0n)) / Number(notional)
}

describe('one account that is long and short at once over a stop of the server', () => {
  const coins = contracts.map(({ symbol }) => symbol).filter((symbol) => instrumentOf(symbol).kind === 'crypto')

  it('pays the fees of both, however long the stop was', async () => {
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

  it('would be paid for a market that had gone on for a day', () => {
    const entry = parseMoney(instrumentOf('BTCUSDT').reference, instrumentOf('BTCUSDT').scale) ?? 0n
    expect(pairOver('BTCUSDT', [entry, (entry * 105n) / 100n])).toBeGreaterThan(0)
  })
})

/*
 * A recorded or live market goes on while the server is stopped. What both legs bring then, on average, to two accounts that act together: in
 * moves of the coin's own volatility, in storms that they wait for, knowing that a stop comes. As a share of what one leg is worth.
 */
describe('lever outage: two accounts that are long and short over a stop, where the market goes on', () => {
  const ROUNDS = process.env.TEST_LONG ? 200_000 : 4_000
  const mostAfter = { 1: -0.001, 12: 0.018, 24: 0.036, 72: 0.086, 168: 0.155 }

  it.each(Object.entries(mostAfter))('bring no more after %s hours than %d of what it is worth', (hours, most) => {
    const { normal } = createGenerator(`two accounts ${hours}`)
    for (const { symbol } of contracts.filter((each) => instrumentOf(each.symbol).kind === 'crypto')) {
      const { reference, scale } = instrumentOf(symbol)
      const entry = parseMoney(reference, scale) ?? 0n
      const deviation = characterOf(symbol).volatility * Math.sqrt(Number(hours) / 24 / 365.25)
      let sum = 0
      for (let round = 0; round < ROUNDS; round++) {
        const storm = Math.exp(Math.abs(0.57 * normal()))
        const price = Number(entry) * Math.exp(deviation * storm * normal())
        sum += pairOver(symbol, [entry, BigInt(Math.max(1, Math.round(price)))])
      }
      expect(sum / ROUNDS, symbol).toBeLessThanOrEqual(most)
    }
  })
})
