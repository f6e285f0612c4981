import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { instrumentOf } from '../../../src/rules/market/instruments.ts'
import { currencies } from '../../../src/rules/money/currencies.ts'
import { parseMoney } from '../../../src/rules/money/money.ts'
import {
  calculateSwap,
  isWithinDrift,
  legsOf,
  type SwapForm,
  swapTerms,
  validateSwap,
} from '../../../src/rules/swap/swap.ts'
import { seeded } from '../../streams/seeded.ts'

const market = { BTCUSDT: '40000.00', ETHUSDT: '2000.00' }
const agreed = { spreadBps: 20, feeBps: 10, driftBps: 20, seconds: 10, min: '1' }
const circumstances = (change = {}) => ({ ...agreed, available: '10000', prices: market, ...change })
const form = (change: Partial<SwapForm> = {}): SwapForm => ({ from: 'USDT', to: 'BTC', amount: '400', ...change })

describe('the terms of a swap', () => {
  it('are these', () => {
    expect(swapTerms).toEqual({ spreadBps: 20, feeBps: 10, driftBps: 20, seconds: 10, min: '1' })
  })

  it('goes through USDT between coins', () => {
    expect(legsOf('USDT', 'BTC')).toEqual([{ symbol: 'BTCUSDT', side: 'buy' }])
    expect(legsOf('BTC', 'USDT')).toEqual([{ symbol: 'BTCUSDT', side: 'sell' }])
    expect(legsOf('BTC', 'ETH').map(({ symbol, side }) => `${side} ${symbol}`)).toEqual(['sell BTCUSDT', 'buy ETHUSDT'])
    expect([legsOf('BTC', 'BTC'), legsOf('BTC', 'EUR'), legsOf('XAU', 'USDT')]).toEqual([[], [], []])
  })
})

describe('a swap on the form', () => {
  it('says what arrives, the fee, the spread over its legs, and the rate', () => {
    expect(validateSwap(form(), circumstances()).summary).toEqual({
      amount: '400.000000',
      receive: '0.00997005',
      fee: '0.400000',
      spreadBps: 20,
      rate: { base: 'BTC', quote: 'USDT', price: '40080.00000000' },
    })
    expect(validateSwap(form({ from: 'BTC', to: 'USDT', amount: '0.01' }), circumstances()).summary).toMatchObject({
      receive: '398.800800',
      fee: '0.399200',
      rate: { base: 'BTC', quote: 'USDT', price: '39920.00000000' },
    })
    expect(validateSwap(form({ from: 'ETH', to: 'BTC', amount: '1' }), circumstances()).summary).toMatchObject({
      receive: '0.04975059',
      fee: '1.996000',
      spreadBps: 40,
      rate: { base: 'ETH', quote: 'BTC', price: '0.04980040' },
    })
  })

  it.each([
    [{ to: 'USDT' }, { from: { key: 'wrongCurrency' } }],
    [{ from: 'BTC', to: 'BTC' }, { to: { key: 'wrongCurrency' } }],
    [{ from: 'EUR' }, { from: { key: 'wrongCurrency' } }],
    [{ amount: '' }, { amount: { key: 'parameterError', params: { field: 'amount' } } }],
    [{ amount: '0' }, { amount: { key: 'parameterError', params: { field: 'amount' } } }],
    [{ amount: '0.99' }, { amount: { key: 'belowMinimum', params: { limit: '1', currency: 'USDT' } } }],
    [{ amount: '10000.000001' }, { amount: { key: 'insufficientFundBalance' } }],
  ])('of %o is wrong', (change, errors) => {
    const judged = validateSwap(form(change), circumstances())
    expect(judged.errors).toEqual(errors)
    expect(judged.values).toBeUndefined()
  })

  it('takes all that there is, and waits without fault for a price', () => {
    expect(validateSwap(form({ amount: '10000' }), circumstances()).errors).toEqual({})
    const judged = validateSwap(form(), circumstances({ prices: {} }))
    expect(judged).toEqual({ errors: {}, values: undefined, summary: undefined })
  })
})

const coins = currencies.map(({ code }) => code)
const priceOf = (symbol: string) => {
  const { reference, scale } = instrumentOf(symbol)
  return parseMoney(reference, scale) ?? 0n
}

describe('swapping at prices that stand still', () => {
  const route = fc.array(fc.constantFrom(...coins), { minLength: 1, maxLength: 5 })
  const start = fc.bigInt({ min: 1_000_000n, max: 10n ** 15n })

  it('never gains by any way that leads back to where it began', () => {
    fc.assert(
      fc.property(route, start, (through, amount) => {
        const ways = ['USDT', ...through, 'USDT'].filter((code, at, all) => code !== all[at - 1])
        const end = ways.slice(1).reduce((have, to, at) => {
          const from = ways[at] ?? 'USDT'
          return have === 0n ? 0n : calculateSwap({ from, to, amount: have }, priceOf, swapTerms).receive
        }, amount)
        if (ways.length > 1) expect(end).toBeLessThan(amount)
      }),
      { numRuns: 500 },
    )
  })
})

/**
 * An attacker holds a quote and executes it only at the best moment of its seconds. Gain: received less given, both at
 * the market price of that moment.
 */
describe('swap: holding a quote', () => {
  const scale = 2
  const value = (coin: bigint, price: bigint) => (coin * price) / 10n ** BigInt(8 + scale - 6)

  /** A price that walks as a wild coin does, ten times a second, and jumps by up to 5% every few seconds. */
  function* walk(random: () => number, jumps: boolean) {
    let price = 40_000
    for (;;) {
      const normal = Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())
      price *= 1 + normal * 0.0003
      if (jumps && random() < 0.02) price *= 1 + (random() - 0.5) * 0.1
      yield BigInt(Math.round(price * 100))
    }
  }

  /** The best that each of many quotes can be made of. `drift`: by which it holds. */
  function attack(rounds: number, driftBps: number, jumps: boolean) {
    const random = seeded(7)
    const ticks = walk(random, jumps)
    const next = () => ticks.next().value ?? 0n
    const gains: number[] = []
    for (let round = 0; round < rounds; round++) {
      const quoted = next()
      // The record is up to a second and a half behind what people see.
      for (let behind = 0; behind < 15; behind++) next()
      const side = round % 2 === 0 ? 'buy' : 'sell'
      const swap =
        side === 'buy'
          ? { from: 'USDT', to: 'BTC', amount: 1_000_000_000n }
          : { from: 'BTC', to: 'USDT', amount: 2_500_000n }
      const { receive, fee } = calculateSwap(swap, () => quoted, swapTerms)
      const moments = Array.from({ length: swapTerms.seconds * 10 }, next)
      const open = moments.filter((now) => isWithinDrift(quoted, now, { driftBps }))
      const gained = open.map((now) =>
        Number(side === 'buy' ? value(receive, now) - swap.amount : receive - value(swap.amount, now)),
      )
      if (gained.length > 0) gains.push(Math.max(...gained))
      if (gained.length > 0 && driftBps === swapTerms.driftBps) {
        // Not only on average: in every case it costs at least the fee, less the rounding of one unit.
        expect(Math.max(...gained)).toBeLessThanOrEqual(1 - Number(fee))
      }
    }
    return gains
  }

  const mean = (all: readonly number[]) => all.reduce((sum, each) => sum + each, 0) / all.length

  it.each([[false], [true]])('is worth less than nothing, with jumps: %s', (jumps) => {
    const gains = attack(2_000, swapTerms.driftBps, jumps)
    expect(gains.length).toBeGreaterThan(100)
    // Of a thousand USDT the fee is taken.
    expect(mean(gains)).toBeLessThan(-99_000 * swapTerms.feeBps)
  })

  it('would be worth something were it to hold whatever the market does', () => {
    expect(mean(attack(2_000, 10_000, true))).toBeGreaterThan(0)
  })

  it('is bounded by terms whose drift is no more than their spread', () => {
    expect(swapTerms.driftBps).toBeLessThanOrEqual(swapTerms.spreadBps)
  })
})
