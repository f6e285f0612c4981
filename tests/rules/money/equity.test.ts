import fc from 'fast-check'
import { expect, test } from 'vitest'
import { forexProfit, forexTermsOf, unitsOf } from '../../../src/rules/forex/forex.ts'
import { forexPairs } from '../../../src/rules/forex/pairs.ts'
import { settlementOf } from '../../../src/rules/lever/lever.ts'
import { instrumentOf } from '../../../src/rules/market/instruments.ts'
import {
  equityOf,
  gainAt,
  initialOf,
  marginOf,
  type OpenPosition,
  sizeOf,
  unrealisedAt,
} from '../../../src/rules/money/equity.ts'
import { formatMoney, parseSigned } from '../../../src/rules/money/money.ts'
import { valueIn } from '../../../src/rules/money/valuation.ts'

const minor = (text: string) => parseSigned(text, 6) ?? 0n
const usdt = (max: bigint) => fc.bigInt({ min: 0n, max }).map((amount) => formatMoney(amount, 6))
const bitcoins: OpenPosition = {
  ...{ symbol: 'BTCUSDT', size: '0.100000000000', entry: '40000.00', half: '0.00' },
  ...{ inverse: false, margin: '200.000000', limited: '0.000000' },
  ...{ feeBps: 0, liquidation: null, liquidationFeeBps: 0, settled: '0.000000' },
}

test('equity: net worth is the sum of its parts, less debt', () => {
  const position = fc.record({
    symbol: fc.constantFrom('BTCUSDT', 'ETHUSDT', 'EURUSD', 'USDJPY'),
    size: fc.bigInt({ min: -(10n ** 9n), max: 10n ** 9n }).map((size) => sizeOf(size, 4)),
    entry: fc.constantFrom('1.08', '148.21', '40000'),
    half: fc.constantFrom('0', '0.01'),
    inverse: fc.boolean(),
    margin: usdt(10n ** 12n),
    limited: usdt(10n ** 9n),
    feeBps: fc.constantFrom(0, 5),
    liquidation: fc.constantFrom(null, '1.05', '150'),
    liquidationFeeBps: fc.constantFrom(null, 25),
    settled: usdt(10n ** 9n),
  })
  const wallets = fc.record({ usdt: usdt(10n ** 12n), coins: fc.bigInt({ min: 0n, max: 10n ** 10n }) })
  const prices: Record<string, string> = { BTCUSDT: '43000.00', EURUSD: '1.09000', USDJPY: '150.001' }
  fc.assert(
    fc.property(wallets, fc.array(position), usdt(10n ** 12n), ({ usdt, coins }, positions, debt) => {
      const held = [
        { currency: 'USDT', balance: usdt },
        { currency: 'BTC', balance: formatMoney(coins, 8) },
      ]
      const priceOf = (symbol: string) => prices[symbol]
      const gains = positions.reduce((sum, each) => sum + (gainAt(each, prices[each.symbol] ?? '') ?? 0n), 0n)
      const { total, parts, unpriced } = equityOf({ wallets: held, positions, debt }, priceOf)
      expect(minor(total)).toBe(minor(valueIn(held, 'USDT', priceOf).total) + gains - minor(debt))
      expect(parts.reduce((sum, part) => sum + minor(part), 0n)).toBe(minor(total))
      expect(unpriced.includes('ETHUSDT')).toBe(positions.some(({ symbol }) => symbol === 'ETHUSDT'))
    }),
  )
})

test('equity: the margin of positions is their sum', () => {
  expect(marginOf([])).toBe('0.000000')
  expect(marginOf([bitcoins, { margin: '0.000001' }])).toBe('200.000001')
  expect(initialOf([])).toBe('0.000000')
  expect(initialOf([{ initial: '0.100000' }, { initial: '0.000001' }])).toBe('0.100001')
})

test('equity: borrowing changes nothing, and more debt than assets is negative', () => {
  const worth = (balance: string, debt: string) =>
    equityOf({ wallets: [{ currency: 'USDT', balance }], positions: [], debt }, () => undefined).total
  expect(worth('10000.000000', '0.000000')).toBe('10000.000000')
  expect(worth('11000.000000', '1000.000000')).toBe('10000.000000')
  expect(worth('900.000000', '1000.500000')).toBe('-100.500000')
})

test('equity: a contract gains what its receipt would say if it were closed now, and never loses more than its margin', () => {
  const { scale, quantityScale } = instrumentOf('BTCUSDT')
  const prices = fc.bigInt({ min: 1_000_000n, max: 9_000_000n })
  const fees = fc.record({ feeBps: fc.constantFrom(0, 5, 50), liquidationFeeBps: fc.constantFrom(null, 0, 25) })
  const margins = fc.bigInt({ min: 1n, max: 10n ** 10n })
  const units = fc.bigInt({ min: 1n, max: 10_000n })
  fc.assert(
    fc.property(units, prices, prices, fc.boolean(), fees, margins, (units, entry, price, long, fees, margin) => {
      const direction = long ? 'long' : 'short'
      const quantity = units * 10n ** BigInt(quantityScale - 4)
      const size = sizeOf(long ? quantity : -quantity, quantityScale)
      const money = (amount: bigint) => formatMoney(amount, 6)
      const position = { ...bitcoins, ...fees, size, entry: formatMoney(entry, scale), margin: money(margin) }
      const holding = { symbol: 'BTCUSDT', direction, quantity, entry, margin } as const
      const closed = settlementOf(holding, price, 'user', fees)
      expect(gainAt(position, formatMoney(price, scale))).toBe(closed.payout - margin)
      const level = long ? price + 1n : price - 1n
      const dry = settlementOf(holding, price, 'liquidation', fees)
      expect(gainAt({ ...position, liquidation: formatMoney(level, scale) }, formatMoney(price, scale))).toBe(
        dry.payout - margin,
      )
    }),
  )
  expect(gainAt(bitcoins, '37000.00')).toBe(-200_000_000n)
  expect(gainAt(bitcoins, '')).toBeUndefined()
  expect(gainAt({ ...bitcoins, limited: '30.000000' }, '41000.00')).toBe(70_000_000n)
})

test('equity: unrealised P&L is what closing would add, and what the wallet has already', () => {
  const position = { ...bitcoins, feeBps: 5, settled: '-2.000000' }
  expect(gainAt(position, '41000.00')).toBe(97_950_000n)
  expect(unrealisedAt(position, '41000.00')).toBe(95_950_000n)
  expect(unrealisedAt(position, '')).toBeUndefined()
})

test('equity: a currency pair gains what its receipt would say, whichever currency it is quoted in', () => {
  for (const pair of forexPairs) {
    const { scale, base } = instrumentOf(pair.symbol)
    for (const direction of ['long', 'short'] as const) {
      const rate = pair.via === undefined ? null : 10n ** BigInt(instrumentOf(pair.via).scale) + 2_345n
      const terms = { ...forexTermsOf(pair, direction, 37n), rate }
      const entry = 150n * 10n ** BigInt(scale) + 17n
      const units = direction === 'long' ? unitsOf(terms) : -unitsOf(terms)
      const position: OpenPosition = {
        ...bitcoins,
        symbol: pair.symbol,
        size: pair.via === undefined ? sizeOf(units, 0) : sizeOf(units * (rate ?? 0n), instrumentOf(pair.via).scale),
        entry: formatMoney(entry, scale),
        half: formatMoney(terms.spread / 2n, scale),
        inverse: pair.via === undefined && base === 'USD',
        margin: '1000000000.000000',
        limited: '0.000000',
      }
      for (const price of [entry - 1_003n, entry + 1_003n]) {
        const half = terms.spread / 2n
        const exit = direction === 'long' ? price - half : price + half
        expect(gainAt(position, formatMoney(price, scale)), `${pair.symbol} ${direction}`).toBe(
          forexProfit({ ...terms, entry }, exit),
        )
      }
    }
  }
})
