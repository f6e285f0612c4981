import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  feesNow,
  leverageMaxOf,
  leverFeeOf,
  liquidationPrice,
  maintenanceOf,
  marginOf,
  notionalOf,
  type Position,
  profitOf,
  settlementOf,
} from '../../../src/rules/lever/lever.ts'
import {
  contracts,
  DELIVERY_BEFORE_MS,
  deliveryOf,
  findContract,
  HEADROOM_BPS,
  LEVER_FEE_BPS,
  LIQUIDATION_FEE_BPS,
  leverages,
} from '../../../src/rules/lever/terms.ts'
import { closedFor, isOpen } from '../../../src/rules/market/hours.ts'
import { instrumentOf } from '../../../src/rules/market/instruments.ts'
import { parseMoney } from '../../../src/rules/money/money.ts'

const USDT = 1_000_000n
const btc = (quantity: number) => BigInt(Math.round(quantity * 100_000))
const cents = (price: number) => BigInt(Math.round(price * 100))
const contractOf = (symbol: string) => {
  const contract = findContract(symbol)
  if (!contract) throw new Error(`no contract ${symbol}`)
  return contract
}
/** The tiers of the examples. */
const TIERS = [
  { upTo: '50000', leverageMax: 50, maintenanceBps: 50 },
  { upTo: '250000', leverageMax: 20, maintenanceBps: 100 },
  { upTo: '1000000', leverageMax: 10, maintenanceBps: 250 },
]
const position = (change: Partial<Position> = {}): Position => ({
  symbol: 'BTCUSDT',
  direction: 'long',
  quantity: btc(1),
  entry: cents(40_000),
  margin: 2_000n * USDT,
  tiers: TIERS,
  ...change,
})

describe('lever: the terms of contracts', () => {
  it('are these', () => {
    expect({ LEVER_FEE_BPS, LIQUIDATION_FEE_BPS, HEADROOM_BPS }).toEqual({
      ...{ LEVER_FEE_BPS: 5, LIQUIDATION_FEE_BPS: 25, HEADROOM_BPS: 100 },
    })
    expect(leverages).toEqual([1, 2, 3, 5, 10, 20, 50])
    expect(contracts).toHaveLength(22)
    expect(contractOf('BTCUSDT')).toEqual({
      symbol: 'BTCUSDT',
      unit: '0.0001',
      max: '20',
      tiers: TIERS,
    })
    expect(findContract('USDJPY')).toBeUndefined()
  })

  it.each(contracts.map((contract) => [contract.symbol, contract] as const))(
    'of %s come out even in USDT, and ask for more margin, and allow less leverage, of more',
    (symbol, { unit, max, tiers }) => {
      const { scale, quantityScale } = instrumentOf(symbol)
      const [least, most] = [unit, max].map((text) => parseMoney(text, quantityScale) ?? 0n)
      expect((least ?? 0n) > 0n && (most ?? 0n) % (least ?? 1n) === 0n).toBe(true)
      // A unit at the smallest price is a whole number of millionths.
      expect(((least ?? 0n) * USDT) % 10n ** BigInt(scale + quantityScale)).toBe(0n)
      for (const [index, tier] of tiers.entries()) {
        // Maintenance never exceeds half of the initial margin, so a position is not liquidated as it opens.
        expect(tier.maintenanceBps * 2 * tier.leverageMax).toBeLessThanOrEqual(10_000)
        expect(leverages).toContain(tier.leverageMax)
        const before = tiers[index - 1]
        if (!before) continue
        expect(Number(tier.upTo)).toBeGreaterThan(Number(before.upTo))
        expect(tier.leverageMax).toBeLessThan(before.leverageMax)
        expect(tier.maintenanceBps).toBeGreaterThan(before.maintenanceBps)
      }
    },
  )

  it('end contracts on what closes a quarter of an hour before it does, and no others', () => {
    const monday = Date.UTC(2026, 0, 5, 12)
    expect(deliveryOf({ kind: 'crypto' }, monday)).toBeNull()
    expect(deliveryOf({ kind: 'metal' }, monday)).toBe(Date.UTC(2026, 0, 9, 21, 45))
    expect(deliveryOf({ kind: 'forex' }, monday)).toBe(Date.UTC(2026, 0, 9, 21, 45))
  })

  it.each(['forex', 'metal'] as const)(
    'on %s are held over daily breaks, and over no other closing of a whole year',
    (kind) => {
      const quarter = 15 * 60_000
      let closing = Number.NaN
      for (let at = Date.UTC(2027, 0, 12); at >= Date.UTC(2026, 0, 1); at -= quarter) {
        if (closedFor(kind, at) > 4 * quarter) closing = at
        else if (isOpen(kind, at) && at < Date.UTC(2027, 0, 2) && at % (4 * quarter) === 0) {
          const delivery = deliveryOf({ kind }, at)
          if (delivery !== null && at < delivery) expect(delivery + DELIVERY_BEFORE_MS).toBe(closing)
        }
      }
    },
  )
})

describe('lever: worked examples of public exchanges', () => {
  // Binance, “A Beginner’s Guide to Futures Trading”: 1 BTC from 5,000 to 5,500 long, and from 5,000 to 4,500 short, gains 500.
  it.each([
    ['long', 5_500],
    ['short', 4_500],
  ] as const)('gain as Binance’s %s does', (direction, exit) => {
    const { profit } = settlementOf(position({ direction, entry: cents(5_000) }), cents(exit), 'user', feesNow)
    expect(profit).toBe(500n * USDT)
  })

  // Bybit, “P&L calculations (USDT Contract)”, https://help.bybit.com/hc/en-us/articles/900000630066: these two.
  it.each([
    ['long', 0.2, 7_000, 7_500, 100n],
    ['short', 0.4, 6_000, 5_000, 400n],
  ] as const)('gain as Bybit’s %s of %f does', (direction, size, entry, exit, gain) => {
    expect(profitOf(position({ direction, quantity: btc(size), entry: cents(entry) }), cents(exit))).toBe(gain * USDT)
  })

  // OKX, “Calculations of DEX perpetual contract”: 1 BTC at 10,000 with 10 times takes an initial margin of 1,000.
  it('begin with the margin that OKX’s does', () => {
    expect(marginOf(notionalOf('BTCUSDT', btc(1), cents(10_000)), 10)).toBe(1_000n * USDT)
  })

  // Bybit, “How to increase/decrease position margin”, situation 2: a long of 1 BTC from 10,000 is liquidated at 9,500; with
  // 1,000 more margin at 8,500. Its rate of maintenance is left open there: what stood behind it follows from ours.
  it('are liquidated further away by as much as Bybit’s, where margin is added', () => {
    const entry = cents(10_000)
    const margin = 500n * USDT + maintenanceOf({ tiers: TIERS }, notionalOf('BTCUSDT', btc(1), entry))
    expect(liquidationPrice(position({ entry, margin }))).toBe(cents(9_500))
    expect(liquidationPrice(position({ entry, margin: margin + 1_000n * USDT }))).toBe(cents(8_500))
  })

  // Bybit, the same page, situation 3: closing a part leaves the liquidation price where it is.
  it('keep their liquidation price where a part is closed, as Bybit’s do', () => {
    const whole = liquidationPrice(position({ quantity: btc(1) }))
    expect(liquidationPrice(position({ quantity: btc(0.5), margin: 1_000n * USDT }))).toBe(whole)
  })

  // Bybit, “Liquidation Price”: entry × (1 − initial margin rate + maintenance margin rate) − extra margin / size.
  it.each([
    ['long', 10],
    ['long', 20],
    ['short', 20],
    ['short', 50],
  ] as const)('are liquidated where Bybit’s formula says: %s at %i times', (direction, leverage) => {
    const rate = 1 / leverage - 50 / 10_000
    const price = 40_000 * (direction === 'long' ? 1 - rate : 1 + rate)
    const margin = marginOf(notionalOf('BTCUSDT', btc(1), cents(40_000)), leverage)
    expect(liquidationPrice(position({ direction, margin }))).toBe(cents(price))
  })

  // Binance, “Leverage and Margin of USDⓈ-M Futures”: brackets work as those of a tax; a higher one changes nothing below it.
  it('ask for maintenance by brackets, as Binance does', () => {
    const contract = { tiers: TIERS }
    const asked = (usdt: number) => Number(maintenanceOf(contract, BigInt(usdt) * USDT)) / 1e6
    expect([50_000, 50_001, 250_000, 1_000_000].map(asked)).toEqual([250, 250.01, 2_250, 21_000])
    expect(leverageMaxOf(contract, 50_000n * USDT)).toBe(50)
    expect(leverageMaxOf(contract, 50_000n * USDT + 1n)).toBe(20)
    expect(leverageMaxOf(contract, 1_000_001n * USDT)).toBe(0)
  })

  it('ask many positions together for the maintenance of one of their worth', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...contracts),
        fc.array(fc.bigInt({ min: 1n, max: 300_000n * USDT }), { minLength: 1, maxLength: 20 }),
        (contract, worths) => {
          let [exposure, sum] = [0n, 0n]
          for (const worth of worths) {
            sum += maintenanceOf(contract, worth, exposure)
            exposure += worth
          }
          const whole = maintenanceOf(contract, exposure)
          expect(sum).toBeLessThanOrEqual(whole)
          // Each is rounded down separately.
          expect(whole - sum).toBeLessThan(BigInt(worths.length))
        },
      ),
      { numRuns: 100 },
    )
  })
})

describe('lever: a position', () => {
  const some = fc.record({
    contract: fc.constantFrom(...contracts),
    direction: fc.constantFrom('long' as const, 'short' as const),
    units: fc.integer({ min: 1, max: 200 }),
    leverage: fc.constantFrom(...leverages),
    drift: fc.integer({ min: -3_000, max: 3_000 }),
  })
  /** In floats, from the definition of a position, independently of the rules' code. */
  const calculate = ({
    contract,
    direction,
    units,
    leverage,
    drift,
  }: typeof some extends fc.Arbitrary<infer T> ? T : never) => {
    const { scale, quantityScale, reference } = instrumentOf(contract.symbol)
    const entry = Number(reference)
    const at = Math.max(10 ** -scale, Math.round(entry * (1 + drift / 10_000) * 10 ** scale) / 10 ** scale)
    const size = Number(contract.unit) * units
    const minor = (value: number, decimals: number) => BigInt(Math.round(value * 10 ** decimals))
    const gain = size * (direction === 'long' ? at - entry : entry - at)
    return {
      ...{ entry, at, size, gain },
      margin: (size * entry) / leverage,
      fee: (size * at * LEVER_FEE_BPS) / 10_000,
      minors: { quantity: minor(size, quantityScale), entry: minor(entry, scale), price: minor(at, scale) },
    }
  }

  it('gains and loses by size times the difference, and loses no more than its margin', () => {
    fc.assert(
      fc.property(some, (given) => {
        const { gain, margin, fee, minors } = calculate(given)
        const { symbol } = given.contract
        const { direction, leverage } = given
        const own = marginOf(notionalOf(symbol, minors.quantity, minors.entry), leverage)
        expect(Number(own) / 1e6).toBeCloseTo(margin, 5)
        const open: Position = {
          symbol,
          direction,
          quantity: minors.quantity,
          entry: minors.entry,
          margin: own,
          tiers: given.contract.tiers,
        }
        for (const cause of ['user', 'liquidation'] as const) {
          for (const fees of [feesNow, { ...feesNow, liquidationFeeBps: null }]) {
            const end = settlementOf(open, minors.price, cause, fees)
            expect(Number(end.profit) / 1e6).toBeCloseTo(gain, 5)
            // Its margin and gains are conserved: no money is lost or created.
            expect(own + end.profit + end.shortfall).toBe(end.payout + end.liquidationFee + end.fee)
            for (const part of [end.fee, end.payout, end.liquidationFee, end.shortfall]) {
              expect(part).toBeGreaterThanOrEqual(0n)
            }
            expect(Number(end.shortfall) / 1e6).toBeCloseTo(Math.max(0, -(margin + gain)), 5)
            const rest = margin + gain - fee
            if (rest > 0) expect(Number(end.fee) / 1e6).toBeCloseTo(fee, 5)
            const liquidation = fees.liquidationFeeBps === null ? rest : (fee * LIQUIDATION_FEE_BPS) / LEVER_FEE_BPS
            const due = cause === 'liquidation' ? Math.max(0, Math.min(liquidation, rest)) : 0
            expect(Number(end.liquidationFee) / 1e6).toBeCloseTo(due, 5)
          }
        }
      }),
      { numRuns: 300 },
    )
  })

  it('is liquidated at the first price at which no more than its maintenance margin is left, and not before', () => {
    fc.assert(
      fc.property(some, ({ contract, direction, units, leverage }) => {
        const { symbol } = contract
        const { quantity, entry } = calculate({ contract, direction, units, leverage, drift: 0 }).minors
        const notional = notionalOf(symbol, quantity, entry)
        const margin = marginOf(notional, leverage)
        const open: Position = { symbol, direction, quantity, entry, margin, tiers: contract.tiers }
        const level = liquidationPrice(open)
        const asked = maintenanceOf(contract, notional)
        const left = (price: bigint) => margin + profitOf(open, price)
        if (level === null) {
          expect(left(1n)).toBeGreaterThan(asked)
          return
        }
        const nearer = direction === 'long' ? level + 1n : level - 1n
        expect(left(level)).toBeLessThanOrEqual(asked)
        if (leverage <= leverageMaxOf(contract, notional)) expect(left(nearer)).toBeGreaterThan(asked)
      }),
      { numRuns: 300 },
    )
  })

  it('closed in parts gives the same as closed at once, except for the rounding of each part', () => {
    fc.assert(
      fc.property(some, fc.integer({ min: 1, max: 199 }), (given, part) => {
        const { symbol } = given.contract
        const { minors } = calculate({ ...given, units: 200 })
        const { direction, leverage } = given
        const margin = marginOf(notionalOf(symbol, minors.quantity, minors.entry), leverage)
        const open: Position = {
          symbol,
          direction,
          quantity: minors.quantity,
          entry: minors.entry,
          margin,
          tiers: given.contract.tiers,
        }
        const quantity = (minors.quantity * BigInt(part)) / 200n
        const own = (margin * BigInt(part)) / 200n
        const parts = [
          settlementOf({ ...open, quantity, margin: own }, minors.price, 'user', feesNow),
          settlementOf(
            { ...open, quantity: minors.quantity - quantity, margin: margin - own },
            minors.price,
            'user',
            feesNow,
          ),
        ]
        const whole = settlementOf(open, minors.price, 'user', feesNow)
        const sum = (of: 'profit' | 'payout' | 'shortfall') => parts.reduce((all, each) => all + each[of], 0n)
        expect(sum('profit')).toBe(whole.profit)
        expect(Number(sum('payout') - whole.payout)).toBeLessThanOrEqual(1)
        expect(Number(whole.payout - sum('payout'))).toBeLessThanOrEqual(1)
      }),
      { numRuns: 200 },
    )
  })

  it('pays its fees rounded down, and gets back what the fee of a liquidation leaves', () => {
    expect(leverFeeOf(1_999n, 5)).toBe(0n)
    expect(leverFeeOf(2_000n, 5)).toBe(1n)
    // A cent is left of the margin: closing takes no more than that.
    expect(settlementOf(position(), cents(38_000.01), 'user', feesNow)).toMatchObject({
      fee: 10_000n,
      payout: 0n,
      shortfall: 0n,
    })
    const at = (price: number, liquidationFeeBps: number | null = 25) =>
      settlementOf(position(), cents(price), 'liquidation', { feeBps: 5, liquidationFeeBps })
    // 200 are left of the margin, and 0.30% of 38,200 are due.
    expect(at(38_200)).toEqual({
      ...{ profit: -1_800n * USDT, fee: 19_100_000n, liquidationFee: 95_500_000n, payout: 85_400_000n, shortfall: 0n },
    })
    expect(at(38_050)).toMatchObject({ fee: 19_025_000n, liquidationFee: 30_975_000n, payout: 0n, shortfall: 0n })
    expect(at(38_200, null)).toMatchObject({ fee: 19_100_000n, liquidationFee: 180_900_000n, payout: 0n })
    expect(at(35_000)).toEqual({
      ...{ profit: -5_000n * USDT, fee: 0n, liquidationFee: 0n, payout: 0n, shortfall: 3_000n * USDT },
    })
  })

  it('has no liquidation price where all of it is paid for', () => {
    expect(liquidationPrice(position({ margin: 40_200n * USDT }))).toBeNull()
    // Less than the maintenance margin is left: only profit keeps it open, 200 for 1 BTC.
    expect(liquidationPrice(position({ margin: 0n }))).toBe(cents(40_200))
    expect(liquidationPrice(position({ direction: 'short', margin: 0n }))).toBe(cents(39_800))
  })
})
