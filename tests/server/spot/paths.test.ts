import { expect } from 'vitest'
import { getInfo } from '../../../src/api/money/wallet.ts'
import * as api from '../../../src/api/trade/spot.ts'
import { spotMachine } from '../../../src/machines/orders/spot.ts'
import { SPOT_BOUND_BPS, SPOT_FEE_BPS } from '../../../src/rules/market/pairs.ts'
import { marketBound } from '../../../src/rules/spot/spot.ts'
import { describeServer, type TestServer } from '../harness.ts'
import { type OrderWalk, type Placed, walkOrder } from '../kit/walk-order.ts'
import { price } from '../microtrade/support.ts'
import { filledBy } from './judge.ts'
import { byId, cancelled, limit, minor, ofMost, ordered } from './support.ts'

/** A buy of more than the best level, in BTC. */
const QUANTITY = ofMost(120n)
/** Its expected figures, in minor units. `coming`: its events in order; `asked`: to be cancelled. */
type Book = { left: bigint; paid: bigint; bound: bigint; ended: boolean; coming: readonly string[]; asked: boolean }

const PAPER = 10_000_000_000n
/** The prices of a walk: no fill at 30,000; a fill by the best level alone, at most a sixteenth of the most; a full fill. */
const at = { outside: '30005.00', best: '29999.00', deep: '29000.00' }
const LIMIT = 3_000_000n
/** At the market it trades so far above the best ask of that moment: to about 30,000 by this price. */
const SHOWN = `${Math.floor(30_000 / (1 + SPOT_BOUND_BPS / 10_000))}.00`
const MARKET = marketBound('BTCUSDT', 'buy', BigInt(SHOWN.replace('.', '')))

/** A second passes, and the frame that closes it on the record is yet to come. */
async function nearlyASecond({ clock }: TestServer): Promise<void> {
  await clock.advance(999)
  clock.jump(1)
}

const holdOf = ({ left, bound, ended }: Book): bigint => {
  const worth = (left * bound) / 10n
  return ended ? 0n : worth + (worth * BigInt(SPOT_FEE_BPS)) / 10_000n
}

function walkOf(): OrderWalk<typeof spotMachine> {
  const books = new Map<string, Book>()
  const bookOf = ({ id }: Placed): Book => {
    const book = books.get(id)
    if (!book) throw new Error(`no book of ${id}`)
    return book
  }
  const decimal = (amount: bigint) => (Number(amount) / 1e6).toFixed(6)

  const fill = async (server: TestServer, value: string, book: Book): Promise<Book> => {
    server.tick('BTCUSDT', value)
    await server.clock.advance(1_000)
    return filled(server, book)
  }

  const filled = async (server: TestServer, book: Book): Promise<Book> => {
    const tick = await server.platform.db
      .selectFrom('ticks')
      .selectAll()
      .orderBy('seq', 'desc')
      .limit(1)
      .executeTakeFirstOrThrow()
    const order = { symbol: 'BTCUSDT', side: 'buy', bound: book.bound, level: 0n } as const
    const { quantity, worth, fee } = filledBy(order, book.left, tick)
    return { ...book, left: book.left - quantity, paid: book.paid + worth + fee, ended: quantity === book.left }
  }

  const happens: Record<string, (server: TestServer, placed: Placed, book: Book) => Promise<Book>> = {
    'order.rest': async (server, _, book) => {
      await price(server, at.outside)
      return book
    },
    'order.take': async (server, _, book) => {
      if (!book.asked) return fill(server, at.best, book)
      await nearlyASecond(server)
      return filled(server, book)
    },
    'order.fill': (server, _, book) => fill(server, at.deep, book),
    'order.cancel': async (server, { id, token }, book) => {
      if (book.coming.lastIndexOf('order.take') > book.coming.indexOf('order.cancel')) {
        // A tick of the second before the request: the record is complete up to it, but not yet up to the request.
        server.tick('BTCUSDT', at.best)
        await nearlyASecond(server)
      }
      expect(await cancelled(server, token, id)).toMatchObject({ type: 'ok' })
      return { ...book, asked: true }
    },
    'order.end': async (server, _, book) => {
      await price(server, at.outside)
      return { ...book, ended: true }
    },
  }

  return {
    kind: 'spot',
    machine: spotMachine,
    leadsBack: true,
    events: [
      { type: 'order.rest' },
      { type: 'order.take' },
      { type: 'order.fill' },
      { type: 'order.cancel' },
      { type: 'order.end' },
    ],
    list: api.list,
    place: async (server, token, events) => {
      // A market order ends if a tick fills nothing; a resting limit order is cancelled.
      const isMarket = events.includes('order.end') && !events.includes('order.cancel')
      await price(server, isMarket ? SHOWN : at.outside)
      const { id } = await ordered(server, token, { quantity: QUANTITY, ...(!isMarket && limit('30000')) })
      const bound = isMarket ? MARKET : LIMIT
      books.set(id, { left: minor(QUANTITY), paid: 0n, bound, ended: false, coming: events, asked: false })
      return id
    },
    happen: async (server, placed, event) => {
      const book = await happens[event.type]?.(server, placed, bookOf(placed))
      if (book) books.set(placed.id, book)
    },
    wallet: (_, __, placed) => {
      const book = bookOf(placed)
      return [decimal(PAPER - book.paid - holdOf(book)), decimal(holdOf(book))]
    },
    expectSeen: async (server, { id, token }, state) => {
      const order = await byId(server, token, id)
      const { left, paid } = bookOf({ id, token })
      expect(order).toMatchObject({
        state,
        quantity: QUANTITY,
        filled: (Number(minor(QUANTITY) - left) / 1e5).toFixed(5),
      })
      expect(Number(order.worth) + Number(order.fee)).toBeCloseTo(Number(paid) / 1e6, 6)
      // Bought coins can be sold the same day.
      const coins = await server.ok(getInfo, { currency: 'BTC' }, token).catch(() => ({ available: '0.00000000' }))
      expect(coins.available).toBe(`${order.filled}000`.replace(/^0\.00000000$/, '0.00000000'))
      expect(await server.ok(api.list, { list: order.list }, token)).toEqual([order])
      expect(await server.ok(api.list, { list: 1 - order.list }, token)).toEqual([])
    },
  }
}

describeServer.onSqlite('the life of a spot order, along each transition of its machine', (server) => {
  walkOrder(server, walkOf())
})
