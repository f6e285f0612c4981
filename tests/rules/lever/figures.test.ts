import { describe, expect, it } from 'vitest'
import {
  type ContractFacts,
  contractNet,
  contractNetAt,
  endsBefore,
  exposureAfter,
  isBeyond,
  netIfReached,
  plannedContract,
} from '../../../src/rules/lever/figures.ts'
import { LEVER_FEE_BPS } from '../../../src/rules/lever/terms.ts'
import { netsAt, sumOfNets } from '../../../src/streams/openProfit.ts'
import { marksOf, shareOf } from '../../../src/ui/pages/lever/line.ts'
import { type OpenOption, optionNetAt } from '../../../src/ui/pages/microtrade/profit.ts'

/** A long of 0.1 BTC from 40,000 at 20 times: 200 of margin, and 2 that opening cost. */
const long = {
  symbol: 'BTCUSDT',
  direction: 'long',
  currency: 'USDT',
  quantity: '0.10000',
  dealPrice: '40000.00',
  margin: '200.000000',
  exposure: '0.000000',
  feeBps: 5,
  liquidationFeeBps: 25,
  tiers: [
    { upTo: '50000', maintenanceBps: 50 },
    { upTo: '250000', maintenanceBps: 100 },
    { upTo: '1000000', maintenanceBps: 250 },
  ],
  paid: '202.000000',
  returned: '0.000000',
} as const
const at = (price: string, ...orders: (ContractFacts | OpenOption)[]) =>
  sumOfNets([
    netsAt(
      orders,
      () => price,
      (order, price) => ('payoutBps' in order ? optionNetAt(order, price) : contractNetAt(order, price)),
    ),
  ])
const usdt = (net: string) => [{ currency: 'USDT', net }]

describe('lever values: what a contract would come to', () => {
  it('is the amount returned by closing now, after both fees, less the amount paid', () => {
    expect(netIfReached(long, '40500.00')).toBe('45.975000')
    expect(netIfReached(long, '39500.00')).toBe('-53.975000')
    expect(netIfReached({ ...long, direction: 'short' }, '39500.00')).toBe('46.025000')
  })

  it('is never worse than all that was paid, and less of it by what a liquidation returns', () => {
    expect(netIfReached(long, '38200.01')).toBe('-183.909000')
    expect(netIfReached(long, '38200.00')).toBe('-193.460000')
    expect(netIfReached(long, '30000.00')).toBe('-202.000000')
    expect(netIfReached({ ...long, liquidationFeeBps: null }, '38200.00')).toBe('-202.000000')
  })

  it('counts the results of closed parts, and adds up with options as each is shown', () => {
    const half = { ...long, quantity: '0.05000', margin: '100.000000', returned: '123.000000' }
    expect(at('40000.00', half)).toEqual(usdt('20.000000'))
    const option = {
      symbol: 'BTCUSDT',
      direction: 'rise',
      buyPrice: '39000.00',
      currency: 'USDT',
      amount: '100.000000',
      payoutBps: 8_500,
    } as const
    expect(at('40500.00', long, option)).toEqual(usdt('130.970000'))
    expect(at('40500.00', { ...long, dealPrice: null })).toEqual([])
  })

  it('shows the result at a stop before the order, as after it', () => {
    const planned = plannedContract(
      { ...long, leverage: 20 },
      {
        price: '40000.00',
        margin: '200.000000',
        fee: '2.000000',
        exposure: '0.000000',
      },
    )
    expect(netIfReached({ ...planned, feeBps: 5 }, '40500.00')).toBe('45.975000')
    expect(netIfReached(planned, '40500.00')).toBe(netIfReached({ ...long, feeBps: LEVER_FEE_BPS }, '40500.00'))
    expect(netIfReached(planned, '')).toBeUndefined()
  })

  it('is liquidated before it reaches a stop at or beyond that price', () => {
    const short = { ...long, direction: 'short' } as const
    const ends = (order: typeof long | typeof short, level: string | null) =>
      ['38199.99', '38200', '38200.01', ''].map((stop) => endsBefore(order, level, stop))
    expect(ends(long, '38200.00')).toEqual([true, true, false, false])
    expect(ends(short, '38200.00')).toEqual([false, true, true, false])
    expect(ends(long, null)).toEqual([false, false, false, false])
  })

  it('is at the end the amount returned less the amount paid', () => {
    expect(contractNet({ ...long, returned: '250.500000' })).toBe('48.500000')
    expect(contractNet({ ...long, returned: '0.000000' })).toBe('-202.000000')
  })
})

describe('lever values: the line of a position', () => {
  const line = { dealPrice: '40000', liquidationPrice: '38000', takeProfit: '42000', stopLoss: '39000' }

  const at = (marks: ReturnType<typeof marksOf>) =>
    Object.fromEntries(marks?.points.map((point) => [point.name, point.at]) ?? [])

  it('reaches from the lowest price to the highest, whichever way it is, and is to scale', () => {
    const long = marksOf({ ...line, direction: 'long' })
    expect(at(long)).toEqual({ liquidation: 0, stop: 0.25, entry: 0.5, profit: 1 })
    const short = { ...line, direction: 'short', liquidationPrice: '42000', takeProfit: '38000' } as const
    expect(at(marksOf({ ...short, stopLoss: '41000' }))).toEqual({ liquidation: 1, stop: 0.75, entry: 0.5, profit: 0 })
    expect(shareOf(long?.range ?? { from: 0, to: 1 }, 50_000)).toBe(1)
    expect(marksOf({ ...line, direction: 'long', dealPrice: null })).toBeUndefined()
  })

  it('reaches a little beyond the entry without a take profit', () => {
    const { entry, profit } = at(marksOf({ ...line, direction: 'long', takeProfit: null }))
    expect([entry, profit]).toEqual([0.8, undefined])
  })
})

describe('lever values: the exposure of more contracts than are known', () => {
  const known = [
    { id: 'c', worth: '3.000000' },
    { id: 'b', worth: '2.000000' },
  ]

  it('keeps what the others are worth when one of those that are known changes', () => {
    expect(exposureAfter('10.000000', known, [{ worth: '4.000000' }])).toBe('9.000000')
    expect(exposureAfter('5.000000', known, [])).toBe('0.000000')
  })

  it('has counted one that is older than all that are known, and only where there are others', () => {
    const of = (exposure: string, id: string, orders = known) => isBeyond({ exposure, orders }, id)
    expect([of('10.000000', 'a'), of('10.000000', 'd'), of('10.000000', 'b')]).toEqual([true, false, false])
    expect([of('5.000000', 'a'), of('10.000000', 'a', [])]).toEqual([false, false])
  })
})
