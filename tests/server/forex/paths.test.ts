import { expect } from 'vitest'
import { forexKind } from '../../../server/forex/kind.ts'
import { dueWork, triggerWork } from '../../../server/orders/work.ts'
import * as api from '../../../src/api/trade/forex.ts'
import { forexMachine } from '../../../src/machines/orders/forex.ts'
import { nextRollover } from '../../../src/rules/forex/rollover.ts'
import { nextClose, nextOpen } from '../../../src/rules/market/hours.ts'
import { describeServer, type TestServer } from '../harness.ts'
import { endGap } from '../kit/end-gap.ts'
import { type OrderWalk, type Placed, walkOrder } from '../kit/walk-order.ts'
import { hold, price, requestId } from '../microtrade/support.ts'
import { byId, closedAt, closes, figuresOf, mayTrade, ordered, priceText, setsStops, withHeadroom } from './support.ts'

/** The expected figures of a tenth of a lot of EUR/USD, in USDT. */
type Book = { available: number; reserve: number; margin: number; limited: number; lots: number; coming: string[] }

/** The recorded prices that trigger its events; it is dealt half of the spread away from them. */
const at = { entry: '1.08000', limit: '1.07999', tooFar: '1.10000', won: '1.08600', lost: '1.07400' }
const figures = figuresOf()
const inUsdt = (amount: bigint) => Number(amount) / 1e6
/** Its initial margin, its hold, and the amount of one rollover. */
const [MARGIN, RESERVE, NIGHT] = [figures.initial, withHeadroom(figures.initial), figures.night].map(inUsdt) as [
  number,
  number,
  number,
]
/** A limit order's hold, and its price. */
const LIMITED = inUsdt(withHeadroom(figuresOf({}, at.limit).initial))
const LIMIT = { type: 'limit', price: priceText(figuresOf({}, at.limit).entry) }
const DAY_MS = 86_400_000
/** In hundredths, and how many of them a partial close takes. */
const [LOTS, PART] = [10, 1]

function walkOf(): OrderWalk<typeof forexMachine> {
  const books = new Map<string, Book>()
  const bookOf = ({ id }: Placed): Book => {
    const book = books.get(id)
    if (!book) throw new Error(`no book of ${id}`)
    return book
  }
  const trade = (server: TestServer, value: string) => hold(server, value, 2, 'EURUSD')
  const happens: Record<string, (server: TestServer, placed: Placed, book: Book, outcome?: string) => Promise<Book>> = {
    'order.open': async (server, _, book) => {
      await trade(server, at.entry)
      return { ...book, available: book.available + book.reserve - MARGIN, reserve: 0, margin: MARGIN }
    },
    'order.void': async (server, _, book) => {
      await trade(server, at.tooFar)
      return { ...book, available: book.available + book.reserve, reserve: 0, margin: 0 }
    },
    'order.reach': async (server, { id }, book) => {
      if (book.coming[0] === 'order.void') await trade(server, at.tooFar)
      const { platform } = server
      const { time_ms } = await platform.db
        .selectFrom('ticks')
        .select('time_ms')
        .where('symbol', '=', 'EURUSD')
        .orderBy('seq', 'desc')
        .executeTakeFirstOrThrow()
      // The newest tick is the one that reaches it, before the record is complete up to there.
      await platform.db
        .updateTable('triggers')
        .set({ level: 200_000n, since_ms: time_ms, examined_ms: time_ms - 1n })
        .where('order_id', '=', id)
        .execute()
      await triggerWork(platform, [forexKind]).run(() => false)
      return book
    },
    'order.cancel': async (server, { id, token }, book) => {
      expect(await server.call(api.cancel, { requestId: requestId(), id }, token)).toMatchObject({ type: 'ok' })
      return book
    },
    'order.release': async (server, _, book) => {
      await trade(server, at.entry)
      return { ...book, available: book.available + book.reserve, reserve: 0 }
    },
    'order.roll': async (server, { id }, book) => {
      const next = nextRollover(server.clock.now())
      // Requested stops take effect after it.
      await server.platform.db
        .updateTable('forex_positions')
        .set({ asked_ms: BigInt(next.at + DAY_MS), due_ms: BigInt(next.at) })
        .where('id', '=', id)
        .where('state', '=', 'open.changing')
        .execute()
      server.clock.jump(next.at - server.clock.now())
      await server.clock.advance(2_000)
      return { ...book, margin: book.margin + (next.nights * NIGHT * book.lots) / LOTS }
    },
    'order.limit': async ({ platform }, { id }, book) => {
      // It gained 10 more than it could have lost.
      const limited = await endGap(platform, forexKind, id, (price) => {
        const units = book.lots * 1_000
        const gained = units * (price / 100_000 - 1.0801)
        return ((gained - book.margin + book.limited - 10) / 2 / units + 1.0801) * 100_000
      })
      expect(limited).toBeCloseTo(book.limited + 10, 0)
      return { ...book, limited }
    },
    'order.change': async (server, { id, token }, book) => {
      const stops = { takeProfit: '1.08500', stopLoss: '1.07500' }
      expect(await setsStops(server, token, id, stops)).toMatchObject({ type: 'ok' })
      return book
    },
    'order.apply': async ({ platform }, { id }, book) => {
      // Whatever else waits: a close, which waits for the next tick, or a later time after a rollover.
      const { complete_ms: asked_ms } = await platform.db.selectFrom('record').selectAll().executeTakeFirstOrThrow()
      await platform.db
        .updateTable('forex_positions')
        .set({ asked_ms, due_ms: asked_ms })
        .where('id', '=', id)
        .execute()
      await dueWork(platform, forexKind).run(() => false)
      return book
    },
    'order.close': async (server, { id, token }, book) => {
      // Only a part where the rest is to stand.
      const part = book.coming.includes('order.reduce') ? (PART / 100).toFixed(2) : undefined
      expect(await closes(server, token, id, part)).toMatchObject({ type: 'ok' })
      return book
    },
    'order.reduce': async (server, _, book) => {
      await trade(server, at.entry)
      const lots = book.lots - PART
      const [margin, limited] = [book.margin, book.limited].map((all) => (all * lots) / book.lots) as [number, number]
      const profit = inUsdt(closedAt({ ...figures, lots: BigInt(PART) }, at.entry).profit) - (book.limited - limited)
      return { ...book, available: book.available + (book.margin - margin) + profit, margin, limited, lots }
    },
    'order.settle': async (server, _, book, outcome) => {
      await trade(server, outcome === 'won' ? at.won : at.lost)
      const rest = { ...figures, lots: BigInt(book.lots) }
      const profit = inUsdt(closedAt(rest, outcome === 'won' ? at.won : at.lost).profit) - book.limited
      return { ...book, available: book.available + book.margin + profit, reserve: 0, margin: 0 }
    },
  }
  return {
    kind: 'forex',
    machine: forexMachine,
    leadsBack: true,
    events: [
      { type: 'order.open' },
      { type: 'order.void' },
      { type: 'order.reach' },
      { type: 'order.cancel' },
      { type: 'order.release' },
      { type: 'order.roll' },
      { type: 'order.limit' },
      { type: 'order.change' },
      { type: 'order.apply' },
      { type: 'order.close' },
      { type: 'order.reduce' },
      { type: 'order.settle', outcome: 'won' },
      { type: 'order.settle', outcome: 'lost' },
    ],
    list: api.list,
    place: async (server, token, coming) => {
      await mayTrade(server, token)
      // Two days before the market closes at least, so that whatever happens does so while it is open.
      const now = server.clock.now()
      if (nextClose('forex', now) - now < 2 * DAY_MS) {
        server.clock.jump(nextOpen('forex', nextClose('forex', now)) - now)
        await server.clock.advance(60_000)
      }
      await price(server, at.entry, 'EURUSD')
      const isResting = coming.some((type) => type === 'order.reach' || type === 'order.cancel')
      const reserve = isResting ? LIMITED : RESERVE
      const stops = { takeProfit: '1.08500', stopLoss: '1.07500' }
      const { id } = await ordered(server, token, { ...stops, ...(isResting && LIMIT) })
      books.set(id, {
        available: 10_000 - reserve,
        reserve,
        margin: 0,
        limited: 0,
        lots: LOTS,
        coming: [...coming],
      })
      return id
    },
    happen: async (server, placed, event) => {
      const outcome = 'outcome' in event ? event.outcome : undefined
      bookOf(placed).coming.shift()
      const book = await happens[event.type]?.(server, placed, bookOf(placed), outcome)
      if (book) books.set(placed.id, book)
    },
    wallet: (_, __, placed) => {
      const { available, reserve, margin } = bookOf(placed)
      return [available.toFixed(6), (reserve + margin).toFixed(6)]
    },
    expectSeen: async (server, { id, token }, state) => {
      const order = await byId(server, token, id)
      expect(order).toMatchObject({ state, direction: 'long', lots: '0.10' })
      for (const [name, count] of [
        ['list', 2],
        ['status', 3],
      ] as const) {
        const found = await Promise.all(
          Array.from({ length: count }, (_, code) => server.ok(api.list, { [name]: code }, token)),
        )
        expect(found.map((orders) => orders.length)).toEqual(
          Array.from({ length: count }, (_, code) => (code === order[name] ? 1 : 0)),
        )
      }
    },
  }
}

describeServer.onSqlite(
  'the life of a position in foreign exchange, along each transition of its machine',
  (server) => {
    walkOrder(server, walkOf())
  },
)
