import { Subject } from 'rxjs'
import { describe, expect, it } from 'vitest'
import { netsAt, type OpenProfit, openProfit$, sumOfNets } from '../../src/streams/openProfit.ts'
import { type OpenOption, optionNetAt } from '../../src/ui/pages/microtrade/profit.ts'

type Priced = { price: string; fresh: boolean }

const option = {
  symbol: 'BTCUSDT',
  direction: 'rise',
  buyPrice: '43000.00',
  currency: 'USDT',
  amount: '100.000000',
  payoutBps: 8_500,
} as const

it('says what open options would come to, at once and where a price or its freshness changes that', async () => {
  const quotes = { BTCUSDT: new Subject<Priced>(), ETHUSDT: new Subject<Priced>() }
  const seen: OpenProfit[] = []
  const orders = [option, option, { ...option, symbol: 'ETHUSDT', direction: 'fall', buyPrice: '2000.00' } as const]
  const watching = openProfit$(orders, (symbol) => quotes[symbol as 'BTCUSDT'], optionNetAt).subscribe((profit) =>
    seen.push(profit),
  )
  const say = async (symbol: 'BTCUSDT' | 'ETHUSDT', price: string, fresh = true) =>
    quotes[symbol].next({ price, fresh })
  await say('BTCUSDT', '43000.01')
  await say('BTCUSDT', '43000.02')
  await say('ETHUSDT', '2000.01')
  await say('ETHUSDT', '2000.01', false)
  const usdt = (net: string) => [{ currency: 'USDT', net }]
  expect(seen).toEqual([
    { amounts: [], fresh: false },
    { amounts: usdt('170.000000'), fresh: false },
    { amounts: usdt('70.000000'), fresh: true },
    { amounts: usdt('70.000000'), fresh: false },
  ])
  watching.unsubscribe()
  expect(quotes.BTCUSDT.observed).toBe(false)
})

it('open profit: says one sum for prices that change together', async () => {
  const quotes = { BTCUSDT: new Subject<Priced>(), ETHUSDT: new Subject<Priced>() }
  const seen: OpenProfit[] = []
  const orders = [option, { ...option, symbol: 'ETHUSDT', buyPrice: '2000.00' } as const]
  openProfit$(orders, (symbol) => quotes[symbol as 'BTCUSDT'], optionNetAt).subscribe((profit) => seen.push(profit))
  quotes.BTCUSDT.next({ price: '43000.01', fresh: true })
  quotes.ETHUSDT.next({ price: '1999.99', fresh: true })
  await undefined
  expect(seen.slice(1)).toEqual([{ amounts: [{ currency: 'USDT', net: '-15.000000' }], fresh: true }])
})

it('is nothing where nothing is open', () => {
  const seen: OpenProfit[] = []
  openProfit$([], () => new Subject(), optionNetAt).subscribe((profit) => seen.push(profit))
  expect(seen).toEqual([{ amounts: [], fresh: true }])
})

it('open profit: calculates again with those orders alone whose price has moved', () => {
  const quotes = { BTCUSDT: new Subject<Priced>(), ETHUSDT: new Subject<Priced>() }
  let calculated = 0
  const ether = {
    ...{ ...option, symbol: 'ETHUSDT' },
    get buyPrice() {
      calculated += 1
      return '2000.00'
    },
  }
  const watching = openProfit$([option, ether], (symbol) => quotes[symbol as 'BTCUSDT'], optionNetAt).subscribe()
  quotes.ETHUSDT.next({ price: '2000.01', fresh: true })
  const once = calculated
  for (const price of ['43000.01', '43000.02', '42999.00']) quotes.BTCUSDT.next({ price, fresh: true })
  expect([once > 0, calculated]).toEqual([true, once])
  watching.unsubscribe()
})

describe('open profit: netsAt', () => {
  const btc = {
    symbol: 'BTCUSDT',
    direction: 'rise',
    buyPrice: '43000.00',
    payoutBps: 8_500,
  } as const
  const hundred = { ...btc, currency: 'USDT', amount: '100.000000' }
  const prices: Record<string, string> = { BTCUSDT: '43000.01', ETHUSDT: '2000.00' }
  const at = (...orders: OpenOption[]) => sumOfNets([netsAt(orders, (symbol) => prices[symbol], optionNetAt)])

  it('is the profit of winning options less the stakes of losing ones, and zero for drawn ones', () => {
    expect(at(hundred)).toEqual([{ currency: 'USDT', net: '85.000000' }])
    expect(at(hundred, { ...hundred, direction: 'fall', amount: '30.000000' })).toEqual([
      { currency: 'USDT', net: '55.000000' },
    ])
    expect(at({ ...hundred, buyPrice: '43000.01' })).toEqual([{ currency: 'USDT', net: '0.000000' }])
  })

  it('sums each currency separately', () => {
    expect(at(hundred, { ...btc, direction: 'fall', currency: 'BTC', amount: '0.00020000' })).toEqual([
      { currency: 'USDT', net: '85.000000' },
      { currency: 'BTC', net: '-0.00020000' },
    ])
  })

  it('leaves out what has not opened, and what has no price', () => {
    expect(at({ ...hundred, buyPrice: null }, { ...hundred, symbol: 'SOLUSDT' })).toEqual([])
  })
})
