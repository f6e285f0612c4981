import { expect, it } from 'vitest'
import * as api from '../../../src/api/trade/spot.ts'
import { sqliteAlone } from '../databases.ts'
import { describeServer } from '../harness.ts'
import { price } from '../microtrade/support.ts'
import { bookOf } from './judge.ts'

describeServer(
  'coin/book',
  (server) => {
    it('returns the book of the newest recorded tick, as derived from that tick', async () => {
      expect(await server.call(api.book, { symbol: 'XAUUSD' })).toMatchObject({ key: 'pairNotActivated' })
      const [first, second] = [await bookAfter('40000.00'), await bookAfter('40000.00')]
      expect(second.asks.map((level) => level.price)).toEqual(first.asks.map((level) => level.price))
      // The same price at another moment: another hash, and so other sizes.
      expect(second.asks).not.toEqual(first.asks)
    })

    const bookAfter = async (value: string) => {
      await price(server, value)
      await server.clock.advance(1_000)
      const book = await server.ok(api.book, { symbol: 'BTCUSDT' })
      const tick = { price: 4_000_000n, hash: book.tick?.hash ?? '' }
      for (const [side, levels] of [['buy', book.asks] as const, ['sell', book.bids] as const]) {
        expect(levels).toEqual(
          bookOf('BTCUSDT', side, tick).map(({ price: at, quantity }) => ({
            price: (Number(at) / 100).toFixed(2),
            quantity: (Number(quantity) / 100_000).toFixed(5),
          })),
        )
      }
      expect(levelsIn(book)).toBe(40)
      return book
    }
    const levelsIn = ({ bids, asks }: api.SpotBook) => bids.length + asks.length
  },
  { databases: sqliteAlone },
)
