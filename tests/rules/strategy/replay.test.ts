import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { pairOf, SPOT_BOUND_BPS } from '../../../src/rules/market/pairs.ts'
import { spotFeeOf as fee } from '../../../src/rules/spot/spot.ts'
import { LINE_POINTS, type ReplayBar, replay } from '../../../src/rules/strategy/replay.ts'
import { gridPrices, gridSteps, turnAfter } from '../../../src/rules/strategy/strategy.ts'

/* BTC by hand: prices in cents, quantities in hundred-thousandths, USDT in millionths; a product of the first two is a tenth of that. */
const worth = (quantity: bigint, price: bigint) => (quantity * price) / 10n
const { unit: UNIT, spreadPpm } = pairOf('BTCUSDT')
/** Half of the spread, away from the price. */
const HALF = BigInt(spreadPpm) / 2n
const ask = (price: bigint) => (price * (1_000_000n + HALF) + 999_999n) / 1_000_000n
const bid = (price: bigint) => (price * (1_000_000n - HALF)) / 1_000_000n
/** The worst price at which a buy is paid for. */
const bound = (price: bigint) => (ask(price) * (10_000n + BigInt(SPOT_BOUND_BPS)) + 9_999n) / 10_000n
/** As many units as an amount pays for at a price. */
const affordable = (amount: bigint, price: bigint) => {
  const least = BigInt(Math.round(Number(UNIT) * 100_000))
  const unit = worth(least, price)
  return (amount / (unit + fee(unit) + 1n)) * least
}

const MINUTE = 60
const flat = (price: bigint, index: number): ReplayBar => ({
  time: index * MINUTE,
  ...{ open: price, high: price, low: price, close: price },
})
/** A bar from one price to another, straight. */
const straight = (from: bigint, to: bigint, index: number): ReplayBar => ({
  time: index * MINUTE,
  ...{ open: from, close: to, high: from > to ? from : to, low: from > to ? to : from },
})
const run = (plan: Parameters<typeof replay>[1], bars: readonly ReplayBar[]) => {
  const replayed = replay('BTCUSDT', plan, bars)
  if (!replayed) throw new Error('there were no bars')
  return replayed
}

const P = 4_000_000n
const AMOUNT = 1_000_000_000n
const grid = { lower: 3_600_000n, upper: 4_400_000n, grids: 4, amount: AMOUNT }
const steps = gridSteps('BTCUSDT', grid)
const ofGrid = { type: 'grid', amount: AMOUNT, steps } as const

describe('strategy replay: the prices of a grid', () => {
  it('are each the same share above the one before, and its ends exactly', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 2, max: 20 }),
        fc.bigInt(100n, 10_000_000n),
        fc.bigInt(1n, 10_000_000n),
        (grids, lower, more) => {
          const upper = lower + more
          const prices = gridPrices({ lower, upper, grids })
          expect([prices[0], prices.at(-1), prices.length]).toEqual([lower, upper, grids + 1])
          for (const [at, price] of prices.entries()) {
            // The largest whole price of which the power is not above it.
            const power = lower ** BigInt(grids - at) * upper ** BigInt(at)
            expect(price ** BigInt(grids) <= power && (price + 1n) ** BigInt(grids) > power).toBe(true)
          }
        },
      ),
    )
  })
})

describe('a replay', () => {
  it('of a recurring buy at one price buys the same each time, and loses spread and fees alone', () => {
    const plan = { type: 'recurring', amount: 100_000_000n, everyMs: 10 * MINUTE * 1_000 } as const
    const bars = Array.from({ length: 95 }, (_, index) => flat(P, index))
    const replayed = run(plan, bars)
    const each = affordable(100_000_000n, bound(P))
    const cost = worth(each, ask(P))
    const paid = 10n * (cost + fee(cost))
    const back = worth(10n * each, bid(P))
    expect(replayed).toMatchObject({ buys: 10, coins: 10n * each, spent: paid, budget: 1_000_000_000n })
    expect(replayed.value).toBe(1_000_000_000n - paid + back - fee(back))
    expect(replayed.line).toHaveLength(95)
    // All at once, and the remainder.
    const whole = affordable(1_000_000_000n, ask(P))
    const once = worth(whole, ask(P))
    const sold = worth(whole, bid(P))
    expect(replayed.held).toBe(1_000_000_000n - once - fee(once) + sold - fee(sold))
  })

  it('of a recurring buy along a straight line costs the sum of the line, against all bought at its beginning', () => {
    const plan = { type: 'recurring', amount: 100_000_000n, everyMs: MINUTE * 1_000 } as const
    const prices = Array.from({ length: 40 }, (_, index) => P + BigInt(index) * 10_000n)
    const replayed = run(
      plan,
      prices.map((price, index) => flat(price, index)),
    )
    let [coins, spent] = [0n, 0n]
    for (const price of prices) {
      const quantity = affordable(100_000_000n, bound(price))
      const cost = worth(quantity, ask(price))
      coins += quantity
      spent += cost + fee(cost)
    }
    expect(replayed).toMatchObject({ coins, spent, buys: 40 })
    expect(replayed.held).toBeGreaterThan(replayed.value)
  })

  it('of a grid at one price fills what lies above it at once, and nothing more', () => {
    const replayed = run(ofGrid, [flat(P, 0), flat(P, 1)])
    const [quantity] = steps.slice(-1).map((step) => step.quantity)
    const cost = worth(quantity ?? 0n, ask(P))
    expect(replayed).toMatchObject({
      buys: 1,
      sells: 0,
      coins: quantity,
      spent: cost + fee(cost),
      rounds: 0,
      realised: 0n,
    })
  })

  it('of a grid that falls through its range holds its maximum, at no more than the stated cost', () => {
    const replayed = run(ofGrid, [straight(4_390_000n, 3_500_000n, 0)])
    const cost = steps
      .map(({ quantity, low }) => worth(quantity, low))
      .reduce((sum, each) => sum + each + fee(each), 0n)
    expect(replayed).toMatchObject({
      buys: 4,
      sells: 0,
      spent: cost,
      coins: steps.reduce((sum, { quantity }) => sum + quantity, 0n),
    })
    expect(steps.reduce((sum, { held }) => sum + held, 0n)).toBe(cost)
    expect(cost).toBeLessThanOrEqual(AMOUNT)
  })

  it('of a grid in a zigzag brings the profit of its steps, once for each time up and down', () => {
    const [top, bottom] = [4_395_000n, 3_595_000n]
    const zigzag = Array.from({ length: 20 }, (_, index) =>
      index % 2 === 0 ? straight(top, bottom, index) : straight(bottom, 4_405_000n, index),
    )
    const replayed = run(ofGrid, zigzag)
    const profit = steps
      .map(({ quantity, low, high }) => [worth(quantity, low), worth(quantity, high)] as const)
      .reduce((sum, [cost, got]) => sum + got - fee(got) - cost - fee(cost), 0n)
    expect(replayed).toMatchObject({ rounds: 40, buys: 40, sells: 40, coins: 0n, realised: 10n * profit })
    expect(replayed.value).toBe(AMOUNT + 10n * profit)
  })

  it('never spends more than its budget, and its rounds are all that its pairs brought after fees', () => {
    const bars = fc
      .array(fc.tuple(fc.bigInt(3_000_000n, 5_000_000n), fc.bigInt(0n, 300_000n), fc.bigInt(0n, 300_000n)), {
        minLength: 2,
        maxLength: 60,
      })
      .map((all) =>
        all.map(([open, up, down], index): ReplayBar => {
          const close = all[index + 1]?.[0] ?? open
          const [high, low] = [open > close ? open : close, open > close ? close : open]
          return { time: index * MINUTE, open, close, high: high + up, low: low - down }
        }),
      )
    fc.assert(
      fc.property(
        bars,
        fc.integer({ min: 2, max: 20 }),
        fc.bigInt(300_000_000n, 5_000_000_000n),
        (walk, grids, amount) => {
          const first = walk[0]?.open ?? 0n
          const own = gridSteps('BTCUSDT', { lower: first - 300_000n, upper: first + 300_000n, grids, amount })
          const of = run({ type: 'grid', amount, steps: own }, walk)
          expect(of.spent - of.received + of.realised).toBeLessThanOrEqual(amount)
          // Money spent outside completed rounds is in the remaining coins.
          if (of.coins === 0n) expect(of.realised).toBe(of.received - of.spent)
          expect(of.rounds).toBe(of.sells)
          expect(of.fees).toBeGreaterThanOrEqual(0n)
          const buys = run({ type: 'recurring', amount: 100_000_000n, everyMs: 180_000 }, walk)
          expect(buys.spent).toBeLessThanOrEqual(buys.budget)
          expect(buys.line.length).toBeLessThanOrEqual(LINE_POINTS + 1)
        },
      ),
    )
  })

  it('makes up for turns that nothing was recorded in by one buy', () => {
    const plan = { type: 'recurring', amount: 100_000_000n, everyMs: MINUTE * 1_000 } as const
    expect(run(plan, [flat(P, 0), flat(P, 7), flat(P, 8)]).buys).toBe(3)
    expect(run(plan, [flat(P, 0), flat(P, 7), flat(P, 7.5)]).buys).toBe(2)
    expect(turnAfter(60_000, 60_000, 421_000)).toEqual({ next: 480_000, missed: 6 })
    expect(replay('BTCUSDT', plan, [])).toBeUndefined()
  })
})
