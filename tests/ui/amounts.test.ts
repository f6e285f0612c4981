import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { langs } from '../../src/api/wire/fields.ts'
import { contractNet } from '../../src/rules/lever/figures.ts'
import { type Currency, currencies, currencyOf } from '../../src/rules/money/currencies.ts'
import { equityOf, sizeOf } from '../../src/rules/money/equity.ts'
import { formatMoney, type Minor, parseSigned } from '../../src/rules/money/money.ts'
import { type Role, restOfShown, sumOfShown } from '../../src/rules/money/shown-amounts.ts'
import { valueIn } from '../../src/rules/money/valuation.ts'
import { type SpotForm, validateSpot } from '../../src/rules/spot/form.ts'
import { netsAt, sumOfNets } from '../../src/streams/openProfit.ts'
import { formatAmount } from '../../src/ui/format/format.ts'
import { forexNet } from '../../src/ui/pages/forex/profit.ts'
import { netResult, optionNetAt, paysIfWon } from '../../src/ui/pages/microtrade/profit.ts'
import { sumInCurrency } from '../../src/ui/pages/wallet/gain-since.ts'

const usdt = currencyOf('USDT')
const anyCurrency = fc.constantFrom(...currencies)
const anyMinor = fc.bigInt({ min: 0n, max: 10n ** 14n })
const anySigned = fc.bigInt({ min: -(10n ** 14n), max: 10n ** 14n })
const anyUsdt = anyMinor.map((minor) => formatMoney(minor, usdt.scale))

/** A figure as a page shows it in English, read again by its digits, in minor units. */
function seen(amount: string, as: Role, { code, scale }: Currency = usdt): Minor {
  const text = formatAmount(amount, as, code, 'en')
  return parseSigned(text.replaceAll(',', '').replace('−', '-'), scale) ?? fail(text)
}
const fail = (text: string): never => {
  throw new Error(`no figure: ${text}`)
}
const sum = (amounts: readonly Minor[]) => amounts.reduce((all, each) => all + each, 0n)

describe('amounts: a figure that is rounded', () => {
  const unitOf = ({ scale, shown }: Currency) => 10n ** BigInt(scale - shown)

  test('is never less than the amount paid, and at most one last decimal above it', () => {
    fc.assert(
      fc.property(anyCurrency, anyMinor, (currency, exact) => {
        const shown = seen(formatMoney(exact, currency.scale), 'pay', currency)
        expect(shown % unitOf(currency)).toBe(0n)
        expect(shown >= exact && shown < exact + unitOf(currency)).toBe(true)
      }),
    )
  })

  test('never overstates receipts, balances and gains, nor understates losses', () => {
    fc.assert(
      fc.property(
        anyCurrency,
        fc.constantFrom<Role>('receive', 'balance', 'result'),
        anySigned,
        (currency, as, exact) => {
          const shown = seen(formatMoney(exact, currency.scale), as, currency)
          expect(shown % unitOf(currency)).toBe(0n)
          expect(shown <= exact && shown > exact - unitOf(currency)).toBe(true)
        },
      ),
    )
  })

  test('has the same digits in each language', () => {
    fc.assert(
      fc.property(anyCurrency, anySigned, fc.constantFrom(...langs), (currency, exact, lang) => {
        const digits = (of: typeof lang) =>
          formatAmount(formatMoney(exact, currency.scale), 'result', currency.code, of).replace(/[^\d−]/g, '')
        expect(digits(lang)).toBe(digits('en'))
      }),
    )
  })
})

describe('amounts: figures that add up, as they are shown', () => {
  test('442.213 less 416.075 is 26.138, and of a balance of 442.21 with 416.07 available 26.14 is held', () => {
    const [returned, paid] = ['442.213000', '416.075000']
    const net = contractNet({ currency: 'USDT', paid, returned })
    const inFull = [returned, paid, net].map((text) => formatAmount(text, 'exact', 'USDT', 'en'))
    expect(inFull).toEqual(['442.213', '416.075', '26.138'])
    const inList = [returned, paid, restOfShown(returned, paid, usdt)]
    expect(inList.map((text) => formatAmount(text, 'balance', 'USDT', 'en'))).toEqual(['442.21', '416.07', '26.14'])
  })

  test('a receipt: the result is returned less paid, of an option, a contract and lots', () => {
    fc.assert(
      fc.property(anyCurrency, anyMinor, anyMinor, (currency, back, cost) => {
        const [returned, paid] = [formatMoney(back, currency.scale), formatMoney(cost, currency.scale)]
        const net = netResult({ currency: currency.code, amount: paid, payout: returned }) ?? ''
        const difference = seen(returned, 'exact', currency) - seen(paid, 'exact', currency)
        expect(seen(net, 'exact', currency)).toBe(difference)
      }),
    )
    fc.assert(
      fc.property(anyUsdt, anyUsdt, (returned, paid) => {
        const difference = seen(returned, 'exact') - seen(paid, 'exact')
        expect(seen(contractNet({ currency: 'USDT', paid, returned }), 'exact')).toBe(difference)
        expect(seen(forexNet({ initial: paid, returned }), 'exact')).toBe(difference)
      }),
    )
  })

  test('an option: stake and profit are the payout', () => {
    fc.assert(
      fc.property(anyUsdt, fc.integer({ min: 1, max: 10_000 }), (amount, payoutBps) => {
        const pays = paysIfWon({ currency: 'USDT', amount, payoutBps })
        expect(seen(amount, 'exact') + seen(pays?.profit ?? '', 'exact')).toBe(seen(pays?.payout ?? '', 'exact'))
      }),
    )
  })

  test('a spot order: its value, and its fee, are its total', () => {
    const quantities = fc.bigInt({ min: 1n, max: 100_000n }).map((quantity) => formatMoney(quantity, 5))
    const prices = fc.bigInt({ min: 1_000_000n, max: 9_000_000n }).map((price) => formatMoney(price, 2))
    fc.assert(
      fc.property(
        quantities,
        prices,
        fc.constantFrom('buy' as const, 'sell' as const),
        fc.constantFrom('limit' as const, 'market' as const),
        (quantity, price, side, type) => {
          const limit = type === 'limit' ? price : ''
          const form: SpotForm = { symbol: 'BTCUSDT', side, type, timeInForce: 'gtc', price: limit, quantity }
          const { summary } = validateSpot(form, { available: null, price, level: 0 })
          if (!summary) throw new Error('not judged')
          const [worth, fee, total] = [summary.worth, summary.fee, summary.total].map((text) => seen(text, 'exact'))
          expect(total).toBe(side === 'buy' ? (worth ?? 0n) + (fee ?? 0n) : (worth ?? 0n) - (fee ?? 0n))
        },
      ),
    )
  })

  test('lists of settled orders: the rows add up to the total, whatever the currency', () => {
    fc.assert(
      fc.property(anyCurrency, fc.array(anySigned), (currency, rows) => {
        const text = (minor: Minor) => formatMoney(minor, currency.scale)
        expect(sum(rows.map((row) => seen(text(row), 'exact', currency)))).toBe(
          seen(text(sum(rows)), 'exact', currency),
        )
      }),
    )
  })

  test('assets: wallets and what positions have gained, less the debt, are total equity, in USDT and in the chosen currency', () => {
    const wallets = fc.record({ usdt: anyMinor, btc: fc.bigInt({ min: 0n, max: 10n ** 10n }), eth: anyMinor })
    const position = fc.record({
      symbol: fc.constantFrom('BTCUSDT', 'ETHUSDT'),
      size: fc.bigInt({ min: -(10n ** 6n), max: 10n ** 6n }).map((size) => sizeOf(size, 4)),
      entry: fc.constantFrom('40000.00', '2100.55'),
      half: fc.constant('0.00'),
      inverse: fc.constant(false),
      margin: anyUsdt,
      limited: fc.constant('0.000000'),
      feeBps: fc.constantFrom(0, 5),
      liquidation: fc.constant(null),
      liquidationFeeBps: fc.constant(25),
      settled: fc.constant('0.000000'),
    })
    const prices = fc.bigInt({ min: 1n, max: 9_000_000n }).map((price) => formatMoney(price, 2))
    const rates = fc.constantFrom(['0.92229651', 2], ['148.21600000', 0]) as fc.Arbitrary<[string, number]>
    fc.assert(
      fc.property(
        wallets,
        fc.array(position, { maxLength: 4 }),
        anyUsdt,
        prices,
        rates,
        (has, positions, debt, price, [rate, scale]) => {
          const priceOf = () => price
          const held = [
            { currency: 'USDT', balance: formatMoney(has.usdt, 6) },
            { currency: 'BTC', balance: formatMoney(has.btc, 8) },
            { currency: 'ETH', balance: formatMoney(has.eth, 8) },
          ]
          const total = equityOf({ wallets: held, positions, debt }, priceOf)
          const rows = held.map((wallet) => valueIn([wallet], 'USDT', priceOf))
          const gain = equityOf({ wallets: [], positions, debt: '0' }, priceOf)
          expect(
            sum(rows.map((row) => seen(row.total, 'balance'))) + seen(gain.total, 'result') - seen(debt, 'pay'),
          ).toBe(seen(sumOfShown(total.parts, 'balance', usdt), 'balance'))
          const inRate = (parts: readonly string[]) => parseSigned(sumInCurrency(parts, rate, scale), scale) ?? 0n
          expect(sum(rows.map(({ parts }) => inRate(parts))) + inRate(gain.parts) + inRate([`-${debt}`])).toBe(
            inRate(total.parts),
          )
        },
      ),
    )
  })

  test('a wallet: available and held add up to its balance', () => {
    fc.assert(
      fc.property(anyCurrency, anyMinor, anyMinor, (currency, one, other) => {
        const [balance, available] = [one + other, one].map((minor) => formatMoney(minor, currency.scale))
        const held = restOfShown(balance ?? '', available ?? '', currency)
        expect(seen(available ?? '', 'receive', currency) + seen(held, 'balance', currency)).toBe(
          seen(balance ?? '', 'balance', currency),
        )
      }),
    )
  })

  test('open orders: the orders add up to the sum, in each currency', () => {
    const option = fc.record({
      symbol: fc.constant('BTCUSDT'),
      direction: fc.constantFrom('rise' as const, 'fall' as const),
      buyPrice: fc.constantFrom('43000.00', '43000.02'),
      currency: fc.constantFrom('USDT', 'ETH'),
      amount: anyUsdt,
      payoutBps: fc.integer({ min: 1, max: 10_000 }),
    })
    fc.assert(
      fc.property(fc.array(option), (orders) => {
        const at = (some: typeof orders, currency: Currency) => {
          const found = sumOfNets([netsAt(some, () => '43000.01', optionNetAt)]).find(
            (each) => each.currency === currency.code,
          )
          return found ? seen(found.net, 'result', currency) : 0n
        }
        for (const currency of [usdt, currencyOf('ETH')]) {
          expect(sum(orders.map((order) => at([order], currency)))).toBe(at(orders, currency))
        }
      }),
    )
  })
})
