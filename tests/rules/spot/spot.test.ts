import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { BOOK_LEVELS, bestOf, leastSize, levelStep, levelsOf } from '../../../src/rules/market/book.ts'
import { GENESIS } from '../../../src/rules/market/chain.ts'
import { instrumentOf } from '../../../src/rules/market/instruments.ts'
import { pairOf, pairs, SPOT_BOUND_BPS, SPOT_FEE_BPS, SPOT_PAST_BPS } from '../../../src/rules/market/pairs.ts'
import { currencyOf } from '../../../src/rules/money/currencies.ts'
import { formatMoney, parseMoney } from '../../../src/rules/money/money.ts'
import { changeSpot, type SpotForm, validateSpot, validateSpotBehind } from '../../../src/rules/spot/form.ts'
import {
  averageOf,
  baseAmount,
  fillBy,
  firstLevel,
  holdOf,
  legsOf,
  marketBound,
  metBy,
  type SpotSide,
  spotFeeOf,
} from '../../../src/rules/spot/spot.ts'

const sideOf = fc.constantFrom<SpotSide>('buy', 'sell')
const symbolOf = fc.constantFrom(...pairs.map(({ symbol }) => symbol))
const hashOf = fc.string({ unit: fc.constantFrom(...'0123456789abcdef'), minLength: 64, maxLength: 64 })
/** Units of a quantity, as a part of the most of one order in thousandths. */
const parts = fc.array(fc.integer({ min: 1, max: 400 }), { minLength: 2, maxLength: 8 })

const referenceOf = (symbol: string) => parseMoney(instrumentOf(symbol).reference, instrumentOf(symbol).scale) ?? 0n
const unitsOf = (symbol: string, thousandths: number) => {
  const { quantityScale } = instrumentOf(symbol)
  const [unit, max] = [pairOf(symbol).unit, pairOf(symbol).max].map((text) => parseMoney(text, quantityScale) ?? 1n)
  return ((max ?? 1n) / 1_000n / (unit ?? 1n)) * (unit ?? 1n) * BigInt(thousandths)
}
/** A limit as many steps of the book beyond the price as may be. */
const boundOf = (symbol: string, side: SpotSide, steps: number) => {
  const levels = levelsOf(symbol, metBy(side), { price: referenceOf(symbol), hash: '0'.repeat(64) })
  return levels[Math.min(steps, levels.length - 1)]?.price ?? 0n
}

const form = (change: Partial<SpotForm> = {}): SpotForm => ({
  ...{ symbol: 'BTCUSDT', side: 'buy', type: 'limit', timeInForce: 'gtc', price: '40000', quantity: '0.1' },
  ...change,
})
const terms = (change = {}) => ({ available: '100000', price: '40000.00', level: 0, ...change })

it('spot: the terms are these', () => {
  expect([SPOT_FEE_BPS, SPOT_BOUND_BPS, SPOT_PAST_BPS, BOOK_LEVELS]).toEqual([10, 100, 500, 20])
  expect(marketBound('BTCUSDT', 'buy', 4_000_000n)).toBe(4_040_041n)
  expect(legsOf('ETHUSDT', 'buy')).toEqual({ gives: 'USDT', receives: 'ETH' })
  expect(legsOf('ETHUSDT', 'sell')).toEqual({ gives: 'ETH', receives: 'USDT' })
})

describe('spot: worked examples of public exchanges', () => {
  const usdt = (text: string) => parseMoney(text, 6) ?? 0n
  const btc = (text: string) => parseMoney(text, instrumentOf('BTCUSDT').quantityScale) ?? 0n

  // Safex, “Spot Trading Fees and Minimum Order Quantity”, https://docs.safex.hk/safex-help/spot-trading/spot-trading-fees-and-minimum-order-quantity:
  // 1 ETH sold at 4,000 at the market costs 4 at 0.1%.
  it('cost what Safex’s does', () => expect(spotFeeOf(usdt('4000'), 10)).toBe(usdt('4')))

  // MEXC, “Calculation of spot trading fees”, https://blog.mexc.com/calculation-of-spot-trading-fees: 0.1 BTC for 5,000 at 0.2% takes 5,010.
  it('hold what MEXC’s takes, where the fee is taken of the same coin', () => {
    expect(holdOf('BTCUSDT', 'buy', btc('0.1'), parseMoney('50000', 2) ?? 0n, 20)).toBe(usdt('5010'))
  })

  // Bybit, “P&L calculations (USDT Contract)”, https://help.bybit.com/hc/en-us/articles/900000630066: 0.5 at 5,000 and 0.3 at 6,000.
  it('come to the average price that Bybit’s do', () => {
    const both = { quantity: btc('0.8'), cost: usdt('2500') + usdt('1800') }
    expect(averageOf('BTCUSDT', both)).toBe(parseMoney('5375', 2))
  })
})

describe('a spot order that ticks fill', () => {
  it('never fills beyond its limit, always holds enough for the remainder, and moves exactly the filled amounts', () => {
    fc.assert(
      fc.property(
        ...[symbolOf, sideOf, fc.integer({ min: 1, max: 1_000 }), fc.integer({ min: 0, max: 30 })],
        fc.array(fc.tuple(hashOf, fc.integer({ min: -30, max: 30 })), { minLength: 1, maxLength: 8 }),
        (symbol, side, thousandths, steps, ticks) => {
          const quantity = unitsOf(symbol, thousandths)
          const bound = boundOf(symbol, side, steps)
          let [left, held, given] = [quantity, holdOf(symbol, side, quantity, bound), 0n]
          const first = held
          for (const [hash, moved] of ticks) {
            const price = referenceOf(symbol) + BigInt(moved) * 10n
            const taken = fillBy({ symbol, side, quantity: left, bound, level: 0 }, { price, hash })
            expect(taken.quantity <= left).toBe(true)
            const average = averageOf(symbol, taken)
            if (average !== null) {
              const best = bestOf(symbol, metBy(side), price)
              expect(side === 'buy' ? average >= best && average <= bound : average <= best && average >= bound).toBe(
                true,
              )
            }
            left -= taken.quantity
            const next = holdOf(symbol, side, left, bound)
            const cost = side === 'buy' ? taken.cost + spotFeeOf(taken.cost) : baseAmount(symbol, taken.quantity)
            // A released amount is never negative, and a sell releases none.
            expect(side === 'buy' ? held - next >= cost : held - next === cost).toBe(true)
            given += cost
            held = next
          }
          expect(given + held <= first).toBe(true)
        },
      ),
    )
  })

  it('is filled no better in parts than in one piece, however it is cut', () => {
    fc.assert(
      fc.property(
        symbolOf,
        sideOf,
        parts,
        hashOf,
        fc.integer({ min: 0, max: 19 }),
        (symbol, side, cut, hash, steps) => {
          const tick = { price: referenceOf(symbol), hash }
          const bound = boundOf(symbol, side, steps)
          const best = bestOf(symbol, metBy(side), tick.price)
          const quantities = cut.map((each) => unitsOf(symbol, each))
          let [quantity, cost] = [0n, 0n]
          for (const [index, each] of quantities.entries()) {
            // Some wait at the limit, others are at the market: those before it stand as they were accepted.
            const live = quantities
              .slice(0, index)
              .map((left, place) => ({ price: place % 2 === 0 ? bound : null, left }))
            const level = firstLevel(symbol, side, { bound, best }, live)
            const taken = fillBy({ symbol, side, quantity: each, bound, level }, tick)
            quantity += taken.quantity
            cost += taken.cost
          }
          const all = quantities.reduce((sum, each) => sum + each, 0n)
          const whole = { symbol, side, bound, level: 0 }
          expect(quantity <= fillBy({ ...whole, quantity: all }, tick).quantity).toBe(true)
          const one = fillBy({ ...whole, quantity }, tick).cost
          expect(side === 'buy' ? cost >= one : cost <= one).toBe(true)
        },
      ),
    )
  })

  it('lets an order far from the price be, where another is placed', () => {
    const best = 4_000_000n
    const near = { price: 3_999_000n, left: 1_000n }
    const level = (side: SpotSide, bound: bigint, ...live: Parameters<typeof firstLevel>[3][number][]) =>
      firstLevel('BTCUSDT', side, { bound, best }, live)
    expect(level('buy', 4_040_000n, { price: 3_900_000n, left: 100_000n })).toBe(0)
    expect(level('buy', 4_040_000n, { price: 3_900_000n, left: 100_000n }, near)).toBe(1)
    expect(level('buy', 3_900_000n, near)).toBe(0)
    // A bid far above the price is still filled from the best ask.
    expect(level('buy', 4_400_000n, { price: 4_300_000n, left: 1_000n })).toBe(1)
    expect(level('sell', 4_000_000n, { price: 4_100_000n, left: 100_000n })).toBe(0)
    expect(level('sell', 4_000_000n, { price: null, left: 20n * leastSize('BTCUSDT') })).toBe(20)
  })
})

describe('a spot order on the form', () => {
  const usdt = (amount: bigint) => formatMoney(amount, 6)
  const { unit, max } = pairOf('BTCUSDT')
  /** `more` plus this many units of BTC, as a quantity. */
  const units = (count: number, more = '0') => (Number(more) + Number(unit) * count).toFixed(5)
  const [bid, ask] = [bestOf('BTCUSDT', 'bid', 4_000_000n), bestOf('BTCUSDT', 'ask', 4_000_000n)]
  const LEAST = leastSize('BTCUSDT')
  /** The cost of 0.1 BTC in the smallest book from a level on, in millionths of USDT: that level, and the rest one step further. */
  const costAt = (level: number) => {
    const [there, price] = [LEAST < 10_000n ? LEAST : 10_000n, ask + BigInt(level) * levelStep('BTCUSDT')]
    return (there * price + (10_000n - there) * (price + levelStep('BTCUSDT'))) / 10n
  }
  const averageAt = (level: number) => averageOf('BTCUSDT', { quantity: 10_000n, cost: costAt(level) }) ?? 0n
  const bought = (level = 0) => ({ average: formatMoney(averageAt(level), 2) })
  /** The hold for 0.1 BTC up to a price in cents. */
  const held = (bound: bigint) => usdt(holdOf('BTCUSDT', 'buy', 10_000n, bound))

  it('shows its value, its reserve, and its worst case', () => {
    expect(validateSpot(form(), terms()).summary).toEqual({
      ...{ average: '40000.00', worth: '4000.000000', fee: usdt(spotFeeOf(4_000_000_000n)), total: held(4_000_000n) },
      ...{ bound: '40000.00', worst: held(4_000_000n), gives: 'USDT', held: held(4_000_000n), slippage: null },
    })
    // A market order of the smallest book: the least of a level at the best ask, the rest a step further.
    const bound = marketBound('BTCUSDT', 'buy', 4_000_000n)
    expect(validateSpot(form({ type: 'market', price: '' }), terms()).summary).toMatchObject({
      ...{ ...bought(), bound: formatMoney(bound, 2), gives: 'USDT', held: held(bound), worst: held(bound) },
      slippage: usdt(costAt(0) - 4_000_000_000n),
    })
    // Sold at the best bid, and the rest a step further: as far below.
    expect(
      validateSpot(form({ type: 'market', price: '', side: 'sell' }), terms({ available: '1' })).summary,
    ).toMatchObject({ average: formatMoney(8_000_000n - averageAt(0), 2), slippage: usdt(costAt(0) - 4_000_000_000n) })
    const got = 4_100_000_000n - spotFeeOf(4_100_000_000n)
    expect(validateSpot(form({ side: 'sell', price: '41000' }), terms({ available: '1' })).summary).toMatchObject({
      ...{ average: '41000.00', gives: 'BTC', held: '0.10000000' },
      ...{ total: usdt(got), worst: usdt(got) },
    })
  })

  it.each(['XRPUSDT', 'DOGEUSDT', 'TRXUSDT'])('costs at the market on %s what the levels cost, unrounded', (symbol) => {
    const price = referenceOf(symbol)
    const quantity = parseMoney(pairOf(symbol).unit, instrumentOf(symbol).quantityScale) ?? 0n
    for (let units = 1n; units <= 3_000n; units += 37n) {
      const ask = { symbol, side: 'buy' as const, quantity: quantity * units, level: 0 }
      const bound = marketBound(symbol, 'buy', price)
      const taken = fillBy({ ...ask, bound }, { price, hash: GENESIS })
      if (taken.quantity < ask.quantity) break
      const { summary } = validateSpot(
        form({
          ...{ symbol, type: 'market', price: '' },
          quantity: formatMoney(ask.quantity, instrumentOf(symbol).quantityScale),
        }),
        terms({ price: formatMoney(price, instrumentOf(symbol).scale) }),
      )
      expect(summary).toMatchObject({ worth: formatMoney(taken.cost, 6), fee: formatMoney(spotFeeOf(taken.cost), 6) })
    }
  })

  it.each([
    [{ symbol: 'EURUSD' }, { symbol: { key: 'pairNotActivated' } }],
    [{ price: '' }, { price: { key: 'parameterError', params: { field: 'price' } } }],
    [{ price: '0' }, { price: { key: 'parameterError', params: { field: 'price' } } }],
    [{ side: 'sell', price: formatMoney(bid - 1n, 2) }, { price: { key: 'limitSellTooLow' } }],
    [{ quantity: '' }, { quantity: { key: 'belowMinimum', params: { limit: unit, currency: 'BTC' } } }],
    [{ quantity: units(1, max) }, { quantity: { key: 'aboveMaximum', params: { limit: max, currency: 'BTC' } } }],
    [{ quantity: units(1.5) }, { quantity: { key: 'notMultiple', params: { unit, currency: 'BTC' } } }],
    [{ quantity: '1e-3' }, { quantity: { key: 'parameterError', params: { field: 'quantity' } } }],
    [
      { type: 'market', timeInForce: 'postOnly' },
      { timeInForce: { key: 'parameterError', params: { field: 'timeInForce' } } },
    ],
  ] as const)('of %o is wrong', (change, errors) => {
    const judged = validateSpot(form(change as Partial<SpotForm>), terms())
    expect(judged.errors).toEqual(errors)
    expect(judged.values).toBeUndefined()
  })

  it('takes a limit sell at the best bid, and refuses what cannot be paid', () => {
    expect(validateSpot(form({ side: 'sell', price: formatMoney(bid, 2) }), terms()).errors).toEqual({})
    const needed = holdOf('BTCUSDT', 'buy', 10_000n, 4_000_000n)
    expect(validateSpot(form(), terms({ available: usdt(needed) })).errors).toEqual({})
    expect(validateSpot(form(), terms({ available: usdt(needed - 1n) })).errors).toEqual({
      quantity: { key: 'insufficientBalance' },
    })
  })

  it('is queued behind the user’s orders on that side, and is refused if these leave nothing of the book', () => {
    const behind = (left: bigint) => {
      const standing = { available: '100000', price: '40000.00', live: [{ price: null, left }] }
      return validateSpotBehind(form({ type: 'market', price: '' }), standing)
    }
    expect(behind(0n).summary).toMatchObject(bought())
    // A little of the smallest level begins at the second, and as much as all levels have leaves none.
    expect(behind(LEAST - 500n)).toMatchObject({ level: 1, summary: bought(1) })
    expect(behind(LEAST * 20n)).toMatchObject({ errors: { quantity: { key: 'unfinishedTrades' } }, values: undefined })
  })

  it('always takes Max', () => {
    fc.assert(
      fc.property(
        symbolOf,
        sideOf,
        fc.constantFrom('market', 'limit'),
        fc.bigInt(1n, 10n ** 12n),
        (symbol, side, type, have) => {
          const price = formatMoney(referenceOf(symbol), instrumentOf(symbol).scale)
          const available = formatMoney(have, currencyOf(legsOf(symbol, side).gives).scale)
          const known = { available, price, level: 0 }
          const filled = changeSpot(
            form({ symbol, side, type, price: type === 'limit' ? price : '' } as Partial<SpotForm>),
            { share: 100 },
            known,
          )
          if (filled.quantity !== '') expect(validateSpot(filled, known).errors).toEqual({})
        },
      ),
    )
  })
})
