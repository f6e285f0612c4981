import { describe, expect, it } from 'vitest'
import { characterOf } from '../../../server/market/simulated/characters.ts'
import { createGenerator } from '../../../server/market/simulated/generator.ts'
import {
  feesNow,
  type LeverCause,
  leverFeeOf,
  liquidationPrice,
  marginOf,
  notionalOf,
  type Position,
  settlementOf,
} from '../../../src/rules/lever/lever.ts'
import { contracts, findContract, LEVER_FEE_BPS, type LeverTier } from '../../../src/rules/lever/terms.ts'
import { instrumentOf } from '../../../src/rules/market/instruments.ts'
import { parseMoney } from '../../../src/rules/money/money.ts'

/*
 * A user whose loss is limited to a margin has an option: long and short at once, at the highest leverage, a jump beyond one's margin pays
 * on the other. It must cost more than it brings, whatever the user does with the pair.
 */

const ROUNDS = process.env.TEST_LONG ? 10_000 : 400
/** Of the way to a liquidation, in a step: coarser than the record, so that prices go further beyond a level before they are seen. */
const STEP = 1 / 25
/** Jumps per day, each with this deviation as a part of a day's move. The simulated market’s are 0.15 of it. */
type Jumps = { perDay: number; days: number }
const market: Jumps = { perDay: 4, days: 0.15 }
const violent: Jumps = { perDay: 12, days: 0.3 }

type Strategy = (position: Position) => bigint | null
const strategies: Record<string, Strategy> = {
  'lets one be liquidated': () => null,
  // A stop just before liquidation leaves nothing for the insurance account, unless a jump passes it.
  'stops right before the liquidation': (position) => {
    const level = liquidationPrice(position)
    return level === null ? null : position.direction === 'long' ? level + 1n : level - 1n
  },
  'stops halfway': (position) => {
    const level = liquidationPrice(position)
    return level === null ? null : (level + position.entry) / 2n
  },
}

type Attack = { symbol: string; tier: LeverTier; jumps: Jumps; strategy: Strategy; seed: string }

/** Mean return of pairs, their fees, and the insurance's income and payments: as shares of a position's notional. */
function attack({ symbol, tier, jumps, strategy, seed }: Attack) {
  const { scale, quantityScale, reference } = instrumentOf(symbol)
  const { tiers } = findContract(symbol) ?? expect.fail('no contract')
  const { normal, poisson } = createGenerator(seed)
  const entry = parseMoney(reference, scale) ?? 0n
  const unit = parseMoney(contracts.find((each) => each.symbol === symbol)?.unit ?? '', quantityScale) ?? 0n
  const worth = (parseMoney(tier.upTo, 6) ?? 0n) - 1_000_000n
  const quantity = (worth / notionalOf(symbol, unit, entry)) * unit
  const notional = notionalOf(symbol, quantity, entry)
  const margin = marginOf(notional, tier.leverageMax)
  const dayMove = characterOf(symbol).volatility / Math.sqrt(365.25)
  const stepDays = (STEP / tier.leverageMax / dayMove) ** 2
  const share = (amount: bigint) => Number(amount) / Number(notional) / ROUNDS
  const opening = 2 * share(leverFeeOf(notional))
  const sums = { mean: -opening * ROUNDS, fees: opening * ROUNDS, taken: 0, shortfall: 0 }
  for (let round = 0; round < ROUNDS; round++) {
    // Calm and volatile times, as in the simulated market: the attacker waits for the volatile ones.
    const storm = Math.exp(Math.abs(0.57 * normal()))
    const pair = (['long', 'short'] as const).map(
      (direction): Position => ({ symbol, direction, quantity, entry, margin, tiers }),
    )
    const levels = pair.map((position) => ({ dry: liquidationPrice(position), stop: strategy(position) }))
    const isBeyond = (index: number, level: bigint | null, price: bigint) =>
      level !== null && (index === 0 ? price <= level : price >= level)
    let price = Number(entry)
    for (;;) {
      let move = dayMove * storm * Math.sqrt(stepDays) * normal()
      const count = poisson(jumps.perDay * stepDays)
      if (count > 0) move += dayMove * jumps.days * Math.sqrt(count) * normal()
      price *= Math.exp(move)
      const now = BigInt(Math.max(1, Math.round(price)))
      const causes = levels.map(({ dry, stop }, index): LeverCause | undefined =>
        isBeyond(index, dry, now) ? 'liquidation' : isBeyond(index, stop, now) ? 'stopLoss' : undefined,
      )
      if (causes.every((cause) => cause === undefined)) continue
      // At that tick, before the other one can be closed.
      for (const [index, position] of pair.entries()) {
        const end = settlementOf(position, now, causes[index] ?? 'user', feesNow)
        sums.mean += share(end.payout - margin)
        sums.fees += share(end.fee)
        sums.taken += share(end.liquidationFee)
        sums.shortfall += share(end.shortfall)
      }
      break
    }
  }
  return sums
}

describe('long and short at once, at the highest leverage', () => {
  const cases = contracts.flatMap(({ symbol, tiers }) =>
    // One of each character: the others are calmer, or the same.
    ['BTCUSDT', 'AVAXUSDT', 'DOGEUSDT', 'XAUUSD', 'EURUSD'].includes(symbol)
      ? tiers
          .slice(0, process.env.TEST_LONG ? tiers.length : 1)
          .map((tier) => [symbol, tier.leverageMax, tier] as const)
      : [],
  )

  it.each(cases)('on %s at %i times pays their fees at least, whatever jumps', (symbol, leverage, tier) => {
    for (const [name, strategy] of Object.entries(strategies)) {
      for (const jumps of [market, violent]) {
        const { mean, fees, taken, shortfall } = attack({
          symbol,
          tier,
          jumps,
          strategy,
          seed: `${symbol} ${leverage}`,
        })
        expect(mean, `${name}, ${jumps.perDay} jumps a day, for fees of ${fees}`).toBeLessThanOrEqual(-fees + 1e-12)
        expect(taken).toBeGreaterThanOrEqual(shortfall)
        // Of each leg's notional, at opening and closing: about the same.
        expect(fees).toBeGreaterThan(0.95 * 4 * (LEVER_FEE_BPS / 10_000))
      }
    }
  })

  it('would gain from jumps if a liquidation returned all remaining margin', () => {
    const [contract] = contracts
    const tier = contract?.tiers[0]
    if (!contract || !tier) throw new Error('no tier')
    const strategy = () => null
    const { mean, fees, taken, shortfall } = attack({
      symbol: contract.symbol,
      tier,
      jumps: violent,
      strategy,
      seed: 'jumps',
    })
    expect(shortfall).toBeGreaterThan(0)
    expect(mean + taken).toBeGreaterThan(-fees)
  })
})
