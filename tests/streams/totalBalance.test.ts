import { Subject } from 'rxjs'
import { describe, expect, it } from 'vitest'
import { equity$ } from '../../src/streams/equity.ts'
import { type TotalBalance, totalBalance$ } from '../../src/streams/totalBalance.ts'

type Priced = { price: string; fresh: boolean }

function watch(holdings: { currency: string; balance: string }[]) {
  const quotes = new Map<string, Subject<Priced>>()
  const quote$ = (symbol: string) => {
    const subject = quotes.get(symbol) ?? new Subject<Priced>()
    quotes.set(symbol, subject)
    return subject
  }
  const seen: TotalBalance[] = []
  const watching = totalBalance$(holdings, 'USDT', quote$).subscribe((total) => seen.push(total))
  return { quotes, seen, watching }
}

const usdt = { currency: 'USDT', balance: '100' }
const btc = { currency: 'BTC', balance: '0.5' }

describe('totalBalance$', () => {
  it('needs no price for the currency itself', () => {
    const { quotes, seen } = watch([usdt, { currency: 'BTC', balance: '0.00000000' }])
    expect(quotes.size).toBe(0)
    expect(seen).toEqual([{ total: '100.000000', parts: ['100.000000'], estimated: false, unpriced: [], fresh: true }])
  })

  it('begins without what has no price, and says what that is', () => {
    const { seen } = watch([usdt, btc])
    expect(seen).toEqual([
      { total: '100.000000', parts: ['100.000000'], estimated: false, unpriced: ['BTC'], fresh: false },
    ])
  })

  it('follows the price, and its freshness', async () => {
    const { quotes, seen } = watch([usdt, btc])
    quotes.get('BTCUSDT')?.next({ price: '40000.00', fresh: true })
    await undefined
    quotes.get('BTCUSDT')?.next({ price: '40000.00', fresh: false })
    await undefined
    const sum = { total: '20100.000000', parts: ['100.000000', '20000.000000'] }
    expect(seen.slice(1)).toEqual([
      { ...sum, estimated: true, unpriced: [], fresh: true },
      { ...sum, estimated: true, unpriced: [], fresh: false },
    ])
  })

  it('says nothing where a price moved too little to change the sum', async () => {
    const { quotes, seen } = watch([usdt, { currency: 'BTC', balance: '0.00000001' }])
    quotes.get('BTCUSDT')?.next({ price: '40000.00', fresh: true })
    await undefined
    quotes.get('BTCUSDT')?.next({ price: '40000.01', fresh: true })
    await undefined
    expect(seen).toHaveLength(2)
  })

  it('unsubscribes from every price with its last subscriber', () => {
    const { quotes, watching } = watch([usdt, btc])
    watching.unsubscribe()
    expect(quotes.get('BTCUSDT')?.observed).toBe(false)
  })
})

describe('total balance: net worth', () => {
  it('says so where its parts moved against each other, and their sum did not', async () => {
    const price$ = new Subject<Priced>()
    const short = { symbol: 'BTCUSDT', size: '-1.000000000000', entry: '40000.00', half: '0.00', inverse: false }
    const fees = { feeBps: 0, liquidation: null, liquidationFeeBps: 0, settled: '0.000000' }
    const positions = [{ ...short, ...fees, margin: '40000.000000', limited: '0.000000' }]
    const seen: (readonly string[])[] = []
    equity$({ wallets: [{ currency: 'BTC', balance: '1' }], positions, debt: '0' }, () => price$).subscribe(
      ({ parts }) => seen.push(parts),
    )
    price$.next({ price: '40000.00', fresh: true })
    await undefined
    price$.next({ price: '40000.01', fresh: true })
    await undefined
    expect(seen.slice(1)).toEqual([
      ['40000.000000', '0.000000', '0.000000'],
      ['40000.010000', '-0.010000', '0.000000'],
    ])
  })
})
