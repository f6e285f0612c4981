import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  dealPriceAt,
  type ForexPosition,
  type ForexTerms,
  forexMargin,
  forexNotional,
  forexProfit,
  forexTermsOf,
  pipsOf,
  pipValue,
  rolloverFor,
  rolloverOf,
  rolloversFrom,
  settleForex,
  stopOutOf,
  stopOutPrice,
} from '../../../src/rules/forex/forex.ts'
import { type ForexForm, mostLots, validateForex } from '../../../src/rules/forex/form.ts'
import { findForexPair, forexPairs, LOT_UNIT, STOP_OUT_BPS } from '../../../src/rules/forex/pairs.ts'
import { HEADROOM_BPS } from '../../../src/rules/lever/terms.ts'
import { findInstrument, instrumentOf, instruments } from '../../../src/rules/market/instruments.ts'
import { formatMoney, parseMoney } from '../../../src/rules/money/money.ts'

const usdt = (text: string) =>
  text.startsWith('-') ? -(parseMoney(text.slice(1), 6) ?? 0n) : (parseMoney(text, 6) ?? 0n)
const price = (symbol: string, text: string) => parseMoney(text, instrumentOf(symbol).scale) ?? 0n
/** Terms for a number of hundredths of a lot; the pound at 1.25. */
const terms = (symbol: string, hundredths: bigint, direction: 'long' | 'short' = 'long'): ForexTerms => {
  const pair = findForexPair(symbol)
  if (!pair) throw new Error(`no pair ${symbol}`)
  return { ...forexTermsOf(pair, direction, hundredths), rate: pair.via ? price(pair.via, '1.25') : null }
}

describe('forex: instruments traded in lots', () => {
  it('is every currency pair and metal, by these terms', () => {
    expect({ LOT_UNIT, STOP_OUT_BPS }).toEqual({ LOT_UNIT: '0.01', STOP_OUT_BPS: 2_000 })
    // A long of one lot, dealt at 1.08005: 5,400.25 × 4/5 = 4,320.2 of 100,000 euro: 0.043202 to the next price below, and half of the spread above that.
    const position = { ...terms('EURUSD', 100n), entry: price('EURUSD', '1.08005'), margin: usdt('5400.25') }
    expect(stopOutPrice({ ...position, initial: usdt('5400.25') })).toBe(price('EURUSD', '1.03689'))
    expect(forexPairs.map(({ symbol }) => symbol)).toEqual(
      instruments.filter(({ kind }) => kind !== 'crypto').map(({ symbol }) => symbol),
    )
    const leverages = forexPairs.map(({ symbol, lot, leverage }) => [findInstrument(symbol)?.kind, lot, leverage])
    expect(new Set(leverages.map(String))).toEqual(new Set(['forex,100000,20', 'metal,100,10', 'metal,5000,10']))
  })

  it.each(forexPairs)('$symbol costs who buys and sells at once, at the deal and each night', (pair) => {
    const [long, short] = (['long', 'short'] as const).map((direction) => terms(pair.symbol, 100n, direction))
    const { spread = 0n, swap = 0n } = long ?? {}
    // Half of it on each side, in whole steps of the price.
    expect([spread > 0n, spread % 2n]).toEqual([true, 0n])
    expect(swap + (short?.swap ?? 0n)).toBeLessThan(0n)
    // A quote currency is dollars, is bought with dollars, or has an instrument that turns it into dollars.
    const { base, quote } = instrumentOf(pair.symbol)
    if (base !== 'USD' && quote !== 'USD')
      expect(instrumentOf(pair.via ?? '')).toMatchObject({ base: quote, quote: 'USD' })
    else expect(pair.via).toBeUndefined()
    // A pip is a power of ten, so that each distance is a decimal of pips.
    expect(String(price(pair.symbol, pair.pip))).toMatch(/^10*$/)
  })

  it('have their own pips: a ten-thousandth of a dollar, or a cent of an ounce', () => {
    const pips = (symbol: string, distance: string) =>
      pipsOf(price(symbol, distance), price(symbol, findForexPair(symbol)?.pip ?? ''))
    expect(pips('EURUSD', '0.00770')).toBe('77.0')
    expect(pips('USDJPY', '0.012')).toBe('1.2')
    expect(pips('XAUUSD', '1.23')).toBe('123')
    expect(pipsOf(-4337n, 10n)).toBe('-433.7')
  })
})

describe('forex: a position, by the figures that the field works out by hand', () => {
  it.each([
    // 100,000 × 0.0001 = 10 dollars.
    ['EURUSD', '1.08425', '10'],
    // 100,000 × 0.01 yen, at 150 a dollar; rounded up.
    ['USDJPY', '150.000', '6.666667'],
    // 10 francs at 0.8 a dollar.
    ['USDCHF', '0.80000', '12.5'],
    // 10 pounds at 1.25 dollars each.
    ['EURGBP', '0.85567', '12.5'],
    // 100 ounces × 0.01, and 5,000 × 0.01.
    ['XAUUSD', '2034.15', '1'],
    ['XAGUSD', '22.784', '50'],
  ])('of one lot of %s at %s gains or loses %s dollars with a pip', (symbol, at, value) => {
    const pip = price(symbol, findForexPair(symbol)?.pip ?? '')
    expect(pipValue(terms(symbol, 100n), pip, price(symbol, at))).toBe(usdt(value))
    // A tenth of a lot: a tenth of it, rounded up too.
    expect(pipValue(terms(symbol, 10n), pip, price(symbol, at))).toBe((usdt(value) + 9n) / 10n)
  })

  it.each([
    ['EURUSD', 50n, 'long', '1.08000', '1.08500', '250'],
    ['EURUSD', 50n, 'short', '1.08000', '1.08500', '-250'],
    // A yen a dollar, turned at the price of closing: rounded up, and a loss down.
    ['USDJPY', 100n, 'long', '150.000', '151.000', '662.251656'],
    ['USDJPY', 100n, 'long', '150.000', '149.000', '-671.140939'],
    ['USDCAD', 20n, 'short', '1.35000', '1.34000', '149.253732'],
    ['EURGBP', 100n, 'short', '0.86000', '0.85000', '1250'],
    ['XAUUSD', 200n, 'short', '2050.00', '2000.00', '10000'],
    ['XAGUSD', 1n, 'long', '22.784', '22.884', '5'],
  ] as const)('in %s: %i hundredths %s from %s to %s come to %s', (symbol, lots, direction, entry, exit, profit) => {
    const position = { ...terms(symbol, lots, direction), entry: price(symbol, entry) }
    expect(forexProfit(position, price(symbol, exit))).toBe(usdt(profit))
  })

  it.each([
    ['EURUSD', '1.08000', '108000', 20n, '5400'],
    ['USDJPY', '148.216', '100000', 20n, '5000'],
    ['EURGBP', '0.86000', '107500', 20n, '5375'],
    ['XAUUSD', '2034.15', '203415', 10n, '20341.5'],
  ])('of one lot of %s at %s is worth %s, and at %i times begins with %s', (symbol, at, worth, leverage, margin) => {
    expect(forexNotional(terms(symbol, 100n), price(symbol, at))).toBe(usdt(worth))
    expect(forexMargin({ ...terms(symbol, 100n), leverage }, price(symbol, at))).toBe(usdt(margin))
  })

  it('opens and closes at the worse side of the spread', () => {
    const at = price('EURUSD', '1.08000')
    const sides = (['long', 'short'] as const).map((direction) => {
      const of = { ...terms('EURUSD', 1n, direction), spread: 10n }
      return [dealPriceAt(of, at, true) - at, dealPriceAt(of, at, false) - at]
    })
    expect(sides).toEqual([
      [5n, -5n],
      [-5n, 5n],
    ])
  })

  it('is charged or credited its swap points each night, and never more than is left of its margin', () => {
    const nightOf = (symbol: string, swap: bigint, at: string) =>
      rolloverOf({ ...terms(symbol, 100n), swap }, price(symbol, at))
    expect(nightOf('EURUSD', -7n, '1.08')).toBe(usdt('-7'))
    expect(nightOf('EURUSD', -1n, '1.08')).toBe(usdt('-1'))
    expect(nightOf('USDJPY', 3n, '150')).toBe(usdt('2'))
    expect(nightOf('EURGBP', -6n, '0.86')).toBe(usdt('-7.5'))
    expect(rolloverFor(usdt('-7'), 3, usdt('100'))).toBe(usdt('-21'))
    expect(rolloverFor(usdt('-7'), 3, usdt('20'))).toBe(usdt('-19.999999'))
    expect(rolloverFor(usdt('2'), 3, 0n)).toBe(usdt('6'))
    // Even the smallest order moves an amount: a posting of zero would be invalid.
    for (const { symbol } of forexPairs) {
      for (const direction of ['long', 'short'] as const) {
        expect(rolloverOf(terms(symbol, 1n, direction), price(symbol, instrumentOf(symbol).reference))).not.toBe(0n)
      }
    }
  })

  // FN Markets, “How do you calculate swaps?”, http://help.fnmarkets.com/en/articles/10255563-how-do-you-calculate-swaps: points × nights × lots ×
  // the value of a point per lot, which is a dollar for one lot of EUR/USD; CMTrading, “What are swaps?”,
  // https://help.cmtrading.com/en/articles/6294644-what-are-swaps: three of them on a Wednesday, at 17:00 in New York.
  it('pays for its nights as brokers say', () => {
    const night = rolloverOf({ ...terms('EURUSD', 100n), swap: -13n }, price('EURUSD', '1.08'))
    expect(rolloverFor(night, 5, usdt('5400'))).toBe(usdt('-65'))
    const [tuesday = 0, thursday = 0] = ['2026-01-06T15:00:00Z', '2026-01-08T15:00:00Z'].map(Date.parse)
    expect(rolloversFrom({ night, initial: usdt('5400') }, tuesday, thursday)).toEqual({ nights: 4, swap: usdt('-52') })
  })

  it('pays for seven nights a week, wherever the week begins, until nothing is left; and none at the moment itself', () => {
    const monday = Date.parse('2026-01-05T00:30:00Z')
    const at = (night: string, initial: string) => ({ night: usdt(night), initial: usdt(initial) })
    for (let hour = 0; hour < 24 * 7; hour += 5) {
      const from = monday + hour * 3_600_000
      expect(rolloversFrom(at('-7', '100'), from, from + 7 * 86_400_000)).toEqual({ nights: 7, swap: usdt('-49') })
    }
    const [first, second] = [Date.parse('2026-01-05T22:00:00Z'), Date.parse('2026-01-06T22:00:00Z')]
    expect(rolloversFrom(at('2', '100'), first, second)).toEqual({ nights: 0, swap: 0n })
    expect(rolloversFrom(at('2', '100'), first - 1, second + 1)).toEqual({ nights: 2, swap: usdt('4') })
    expect(rolloversFrom(at('-7', '10'), monday, monday + 30 * 86_400_000)).toEqual({
      nights: 2,
      swap: usdt('-9.999999'),
    })
  })

  it('loses no more than its margin, whatever the price; the insurance pays the rest', () => {
    const position = {
      ...terms('EURUSD', 100n),
      entry: price('EURUSD', '1.08'),
      margin: usdt('5400'),
      initial: usdt('5400'),
    }
    expect(settleForex(position, price('EURUSD', '1.02600'))).toEqual({
      profit: usdt('-5400'),
      payout: 0n,
      shortfall: 0n,
    })
    expect(settleForex(position, price('EURUSD', '1.00000'))).toEqual({
      profit: usdt('-8000'),
      payout: 0n,
      shortfall: usdt('2600'),
    })
    expect(settleForex(position, price('EURUSD', '1.07000')).payout).toBe(usdt('4400'))
  })
})

describe('forex: the stop-out price of a position', () => {
  it('is the first recorded price at which no more than a fifth is left, by exact arithmetic', () => {
    const symbols = forexPairs.map(({ symbol }) => symbol)
    const scaleUp = 10n ** 30n
    const each = fc.record({
      symbol: fc.constantFrom(...symbols),
      direction: fc.constantFrom('long' as const, 'short' as const),
      lots: fc.bigInt(1n, 1_000n),
      away: fc.bigInt(-800n, 800n),
      left: fc.bigInt(0n, 3_000n),
    })
    fc.assert(
      fc.property(each, ({ symbol, direction, lots, away, left }) => {
        const of = terms(symbol, lots, direction)
        const { base, scale, reference } = instrumentOf(symbol)
        const entry = (price(symbol, reference) * (10_000n + away)) / 10_000n
        const initial = forexMargin(of, entry)
        const position: ForexPosition = { ...of, entry, initial, margin: (initial * left) / 1_000n }
        const level = stopOutPrice(position)
        if (level === null) return
        /** Millionths of USDT that are left, times 10 ** 30, without any rounding. */
        const left30 = (recorded: bigint) => {
          const exit = dealPriceAt(position, recorded, false)
          const units = (lots * of.lot) / 100n
          const gain = units * (direction === 'long' ? exit - entry : entry - exit) * 1_000_000n * scaleUp
          const turned = base === 'USD' ? gain / exit : (gain * (of.rate ?? 100_000n)) / 100_000n / 10n ** BigInt(scale)
          return position.margin * scaleUp + turned
        }
        const least = stopOutOf(position) * scaleUp
        const before = direction === 'long' ? level + 1n : level - 1n
        expect(left30(level)).toBeLessThanOrEqual(least + scaleUp / 1_000n)
        expect(left30(before)).toBeGreaterThan(least - scaleUp / 1_000n)
      }),
    )
  })
})

const form = (change: Partial<ForexForm> = {}): ForexForm => ({
  ...{ symbol: 'EURUSD', direction: 'long', type: 'market', price: '', lots: '1', takeProfit: '', stopLoss: '' },
  ...change,
})
const now = { available: '10000', price: '1.08000', rate: '' }

/** A long by the terms of today that opens at a recorded price: by default of one lot. */
function opened(symbol: string, at: string, hundredths = 100n) {
  const of = terms(symbol, hundredths)
  const entry = dealPriceAt(of, price(symbol, at), true)
  return { of, entry, margin: forexMargin(of, entry), night: rolloverOf(of, entry) }
}
/** The hold for a lot of EUR/USD at that price, in USDT. */
const PER_LOT = (Number(opened('EURUSD', '1.08000').margin) / 1e6) * (1 + HEADROOM_BPS / 10_000)
const { maxLots } = findForexPair('EURUSD') ?? expect.fail('no pair')
const WRONG_LOTS = { lots: { key: 'wrongLots', params: { min: LOT_UNIT, max: maxLots, unit: LOT_UNIT } } }

describe('forex: a position on the form', () => {
  it('shows its reserve, its cost, its maximum loss and its stop-out price', () => {
    const recorded = price('EURUSD', '1.08000')
    const euro = opened('EURUSD', '1.08000')
    const position = { ...euro.of, entry: euro.entry, margin: euro.margin }
    const stopOut = stopOutPrice({ ...position, initial: position.margin }) ?? 0n
    const withHeadroom = (margin: bigint) => (margin * (10_000n + BigInt(HEADROOM_BPS))) / 10_000n
    const reserve = withHeadroom(position.margin)
    expect(validateForex(form(), now)).toEqual({
      errors: {},
      values: { lots: 100n, price: null, takeProfit: null, stopLoss: null, reserve },
      summary: {
        price: formatMoney(euro.entry, 5),
        units: '100000.00',
        worth: formatMoney(euro.entry * 1_000_000n, 6),
        margin: formatMoney(euro.margin, 6),
        spread: formatMoney(euro.of.spread * 1_000_000n, 6),
        pip: '10.000000',
        night: formatMoney(euro.night, 6),
        stopOut: formatMoney(stopOut, 5),
        moveBps: Number(((recorded - stopOut) * 10_000n) / recorded),
        ...{ reserve: formatMoney(reserve, 6), worst: formatMoney(reserve, 6) },
      },
    })
    const yen = opened('USDJPY', '150.000')
    expect(validateForex(form({ symbol: 'USDJPY' }), { ...now, price: '150.000' }).summary).toMatchObject({
      ...{ price: formatMoney(yen.entry, 3), margin: formatMoney(yen.margin, 6) },
      ...{ reserve: formatMoney(withHeadroom(yen.margin), 6), night: formatMoney(yen.night, 6) },
    })
    expect(validateForex(form({ symbol: 'EURGBP' }), { ...now, price: '0.86000' })).toMatchObject({ values: undefined })
    const cross = validateForex(form({ symbol: 'EURGBP', lots: '0.1' }), { ...now, price: '0.86000', rate: '1.25000' })
    expect(cross.summary).toMatchObject({
      pip: '1.250000',
      margin: formatMoney(opened('EURGBP', '0.86000', 10n).margin, 6),
    })
  })

  it.each([
    [{ symbol: 'BTCUSDT' }, { symbol: { key: 'pairNotActivated' } }],
    [{ lots: '' }, WRONG_LOTS],
    [{ lots: (Number(maxLots) + 0.01).toFixed(2) }, WRONG_LOTS],
    [{ lots: '0.015' }, { lots: { key: 'parameterError', params: { field: 'lots' } } }],
    [
      { lots: (Math.floor((10_000 / PER_LOT) * 100) / 100 + 0.01).toFixed(2) },
      { lots: { key: 'insufficientBalance' } },
    ],
    [{ takeProfit: '0' }, { takeProfit: { key: 'stopZero' } }],
    // At the recorded price, below its deal price.
    [{ takeProfit: '1.08000' }, { takeProfit: { key: 'takeProfitTooLow' } }],
    [{ stopLoss: '1.08001' }, { stopLoss: { key: 'stopLossTooHigh' } }],
    [{ direction: 'short' as const, takeProfit: '1.08001' }, { takeProfit: { key: 'takeProfitTooHigh' } }],
    [{ direction: 'short' as const, stopLoss: '1.07999' }, { stopLoss: { key: 'stopLossTooLow' } }],
  ])('is wrong with %o', (change, errors) => {
    expect(validateForex(form(change), now)).toMatchObject({ errors, values: undefined })
  })

  it('is offered up to an amount that is certain to be accepted', () => {
    const most = mostLots(form(), now)
    // With room for a fifth of a hundredth.
    const fits = 10_000 / (PER_LOT * 1.002)
    expect(most).toBe((Math.floor(fits * 100) / 100).toFixed(2))
    expect(validateForex(form({ lots: most }), { ...now, price: '1.08200' }).errors).toEqual({})
    expect(mostLots(form(), { ...now, available: String(Math.floor(PER_LOT / 100)) })).toBe('')
    expect(mostLots(form({ symbol: 'XAUUSD' }), { ...now, price: '2000.00', available: '900000' })).toBe(
      findForexPair('XAUUSD')?.maxLots,
    )
  })
})
