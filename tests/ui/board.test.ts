import { describe, expect, it } from 'vitest'
import { instrumentOf } from '../../src/rules/market/instruments.ts'
import {
  type BoardOrder,
  type BoardQuote,
  isBoardOrder,
  isMatch,
  moversOf,
  nextOrder,
  sortBoard,
} from '../../src/ui/pages/market/board.ts'

const [btc, eth, sol, eur] = ['BTCUSDT', 'ETHUSDT', 'SOLUSDT', 'EURUSD'].map(instrumentOf)
if (!btc || !eth || !sol || !eur) throw new Error('instruments are missing')
const listed = [btc, eth, sol]
const symbols = (order: BoardOrder, quotes: Record<string, Omit<BoardQuote, 'state'> & Partial<BoardQuote>>) =>
  sortBoard(listed, order, (symbol) => quotes[symbol] && { state: 'live', ...quotes[symbol] }).map(({ base }) => base)

describe('board: isMatch', () => {
  it.each(['btc', 'BTC', 'bitc', 'btc/usdt', 'BTC usdt', 'btc-usdt', '', ' '])('finds bitcoin by "%s"', (query) => {
    expect(isMatch(btc, query)).toBe(true)
  })

  it('finds an instrument by its name in another language', () => {
    expect(isMatch(eur, '欧元')).toBe(false)
    expect(isMatch(eur, '欧元', ['欧元 / 美元'])).toBe(true)
  })

  it('does not find other markets', () => {
    expect(isMatch(btc, 'eth')).toBe(false)
  })
})

describe('board: nextOrder', () => {
  it('turns a figure from the largest to the smallest to as listed', () => {
    const first = nextOrder({ by: 'listed' }, 'change')
    expect(first).toEqual({ by: 'change', way: 'descending' })
    const second = nextOrder(first, 'change')
    expect(second).toEqual({ by: 'change', way: 'ascending' })
    expect(nextOrder(second, 'change')).toEqual({ by: 'listed' })
  })

  it('begins names at A', () => {
    expect(nextOrder({ by: 'price', way: 'ascending' }, 'name')).toEqual({ by: 'name', way: 'ascending' })
  })
})

describe('sortBoard', () => {
  const quotes = {
    BTCUSDT: { price: '43182.50', open24h: '43000.00' },
    ETHUSDT: { price: '2281.07', open24h: '2000.00' },
    SOLUSDT: { price: '101.44', open24h: '110.00' },
  }

  it('leaves the list as it is until someone sorts it', () => {
    expect(symbols({ by: 'listed' }, quotes)).toEqual(['BTC', 'ETH', 'SOL'])
  })

  it('sorts by name', () => {
    expect(symbols({ by: 'name', way: 'descending' }, {})).toEqual(['SOL', 'ETH', 'BTC'])
  })

  it('sorts prices of different scales as numbers', () => {
    expect(symbols({ by: 'price', way: 'ascending' }, quotes)).toEqual(['SOL', 'ETH', 'BTC'])
  })

  it('sorts by change, falls below rises', () => {
    expect(symbols({ by: 'change', way: 'descending' }, quotes)).toEqual(['ETH', 'BTC', 'SOL'])
  })

  it('ranks a closed market by its change, which its row shows', () => {
    const closed = { ...quotes, ETHUSDT: { ...quotes.ETHUSDT, state: 'closed' as const } }
    expect(symbols({ by: 'change', way: 'descending' }, closed)).toEqual(['ETH', 'BTC', 'SOL'])
  })

  it.each(['ascending', 'descending'] as const)('puts what has no quote last, %s too', (way) => {
    const { BTCUSDT: _, ...others } = quotes
    expect(symbols({ by: 'price', way }, others).at(-1)).toBe('BTC')
  })
})

describe('board: moversOf', () => {
  const flat = { price: '43000.00', open24h: '43000.00', state: 'live' as const }
  const quotes: Record<string, BoardQuote> = {
    BTCUSDT: { ...flat, price: '43430.00' },
    ETHUSDT: { price: '2100.00', open24h: '2000.00', state: 'stale' },
    SOLUSDT: { price: '90.00', open24h: '100.00', state: 'live' },
  }
  const movers = (known: Record<string, BoardQuote>, count = 8) =>
    moversOf(listed, (symbol) => known[symbol], count).map(({ symbol }) => symbol)

  it('has the furthest first, whichever way it went', () => {
    expect(movers(quotes)).toEqual(['SOLUSDT', 'ETHUSDT', 'BTCUSDT'])
    expect(movers(quotes, 2)).toEqual(['SOLUSDT', 'ETHUSDT'])
  })

  it('leaves out what has not moved, is closed or has no quote', () => {
    expect(movers({ BTCUSDT: flat, ETHUSDT: { ...flat, price: '1.00', state: 'closed' } })).toEqual([])
  })

  it('leaves those that moved as far as they are listed', () => {
    const down = { ...flat, price: '42570.00' }
    expect(movers({ SOLUSDT: down, BTCUSDT: down, ETHUSDT: { ...flat, price: '43430.00' } })).toEqual(
      listed.map(({ symbol }) => symbol),
    )
  })
})

describe('isBoardOrder', () => {
  it.each([{ by: 'listed' }, { by: 'price', way: 'ascending' }])('knows %o', (value) => {
    expect(isBoardOrder(value)).toBe(true)
  })

  it.each([undefined, null, 'price', {}, { by: 'size', way: 'ascending' }, { by: 'price', way: 'up' }])(
    'refuses %o',
    (value) => {
      expect(isBoardOrder(value)).toBe(false)
    },
  )
})
