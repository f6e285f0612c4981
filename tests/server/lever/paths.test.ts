import { expect } from 'vitest'
import { leverKind } from '../../../server/lever/kind.ts'
import { dueWork } from '../../../server/orders/work.ts'
import * as api from '../../../src/api/trade/lever.ts'
import { leverMachine } from '../../../src/machines/orders/lever.ts'
import { HEADROOM_BPS, LEVER_FEE_BPS, LIQUIDATION_FEE_BPS } from '../../../src/rules/lever/terms.ts'
import { describeServer, type TestServer } from '../harness.ts'
import { endGap } from '../kit/end-gap.ts'
import { type OrderWalk, type Placed, walkOrder } from '../kit/walk-order.ts'
import { hold, price } from '../microtrade/support.ts'
import { ask, byId, ordered } from './support.ts'

/** The expected figures of a contract, in whole USDT and BTC. */
type Book = { available: number; quantity: number; reserve: number; margin: number; adding: number; limited: number }

/** Of its notional, at opening and closing. */
const FEE = LEVER_FEE_BPS / 10_000
const LIQUIDATION_FEE = LIQUIDATION_FEE_BPS / 10_000
/** How far above its limit it still opens. */
const HEADROOM = HEADROOM_BPS / 10_000

/** The prices at which things happen to a short limit order of 0.1 BTC at 20 times, from 40,000. */
const at = {
  before: 39_995,
  entry: 40_000,
  /** Opening costs more than is held. */
  tooFar: 40_000 * (1 + HEADROOM) + 1,
  /** Where it takes its profit, which is less than the fees; and a jump beyond that. */
  taken: 39_990,
  beyond: 39_000,
  /** A stop that lies beyond the liquidation. */
  stop: 50_000,
}
/** Margin and fee at the price up to which it opens. */
const RESERVE = 4_000 * (1 + HEADROOM) * (1 / 20 + FEE)
const ADDED = 50

function walkOf(): OrderWalk<typeof leverMachine> {
  const books = new Map<string, Book>()
  let payments = 0n
  const bookOf = ({ id }: Placed): Book => {
    const book = books.get(id)
    if (!book) throw new Error(`no book of ${id}`)
    return book
  }
  const decimal = (value: number) => value.toFixed(2)
  const asked = async (server: TestServer, { id, token }: Placed, call: Parameters<typeof ask>[2], more = {}) =>
    expect(await ask(server, token, call, { id, ...more })).toMatchObject({ type: 'ok' })
  /** A tick of this moment, whatever was requested at it, and its record. */
  const trade = (server: TestServer, value: number) => hold(server, decimal(value), 2)
  const back = (book: Book) => ({ ...book, available: book.available + book.reserve, reserve: 0 })

  const happens: Record<string, (server: TestServer, placed: Placed, book: Book, outcome?: string) => Promise<Book>> = {
    'order.open': async (server, _, book) => {
      await trade(server, at.entry)
      const margin = (book.quantity * at.entry) / 20
      const fee = book.quantity * at.entry * FEE
      return { ...book, available: book.available + book.reserve - margin - fee, reserve: 0, margin }
    },
    'order.void': async (server, _, book) => {
      await trade(server, at.tooFar)
      return back(book)
    },
    'order.cancel': async (server, placed, book) => {
      await asked(server, placed, api.cancel)
      return book
    },
    'order.release': async (server, _, book) => {
      await trade(server, at.before)
      return back(book)
    },
    'order.change': async (server, placed, book) => {
      const stops = { takeProfit: decimal(at.taken), stopLoss: decimal(at.stop) }
      await asked(server, placed, api.setStop, stops)
      return book
    },
    'order.add': async (server, placed, book) => {
      await asked(server, placed, api.addMargin, { amount: String(ADDED) })
      return { ...book, available: book.available - ADDED, adding: ADDED }
    },
    'order.fund': async ({ platform }, { id }, book) => {
      // No contract that ships has any: this one is given terms, and a payment that is due by now.
      const { complete_ms } = await platform.db.selectFrom('record').selectAll().executeTakeFirstOrThrow()
      const funding_ms = complete_ms - ++payments
      const terms = { funding_hours: 8n, funding_ppm: 100n, funding_ms, due_ms: funding_ms }
      await platform.db.updateTable('levers').set(terms).where('id', '=', id).execute()
      await dueWork(platform, leverKind).run(() => false)
      return { ...book, margin: book.margin + book.quantity * at.entry * 0.0001 }
    },
    'order.limit': async ({ platform }, { id }, book) => {
      // It gained 10 more than it could have lost, whatever is requested meanwhile.
      const kept = (book.margin - book.limited) / book.quantity
      const limited = await endGap(
        platform,
        leverKind,
        id,
        (price) => ((10 / book.quantity + price / 100 + kept + at.entry) / 2) * 100,
      )
      expect(limited).toBeCloseTo(book.limited + 10, 0)
      return { ...book, limited }
    },
    'order.apply': async (server, { id, token }, book) => {
      const { platform } = server
      if ((await byId(server, token, id)).closing === null) await trade(server, at.entry)
      else {
        // Requested before the close, which waits for the next tick.
        const { complete_ms: asked_ms } = await platform.db.selectFrom('record').selectAll().executeTakeFirstOrThrow()
        await platform.db.updateTable('levers').set({ asked_ms, due_ms: asked_ms }).where('id', '=', id).execute()
        await dueWork(platform, leverKind).run(() => false)
      }
      return { ...book, margin: book.margin + book.adding, adding: 0 }
    },
    'order.close': async (server, placed, book) => {
      await asked(server, placed, api.close, { quantity: String(book.quantity / 2) })
      return book
    },
    'order.reduce': async (server, _, book) => {
      await trade(server, at.entry)
      const quantity = book.quantity / 2
      const available = book.available + book.margin / 2 - quantity * at.entry * FEE
      const limited = book.limited / 2
      return {
        ...book,
        quantity,
        available: available - limited,
        margin: book.margin / 2 + book.adding,
        adding: 0,
        limited,
      }
    },
    'order.settle': async (server, _, book, outcome) => {
      const tick = outcome === 'won' ? at.beyond : at.taken
      await trade(server, tick)
      const gain = book.quantity * (at.entry - tick - tick * FEE) - book.limited
      return { ...book, available: book.available + book.margin + book.adding + gain, margin: 0, adding: 0 }
    },
    'order.liquidate': async (server, { id, token }, book) => {
      const { liquidationPrice } = await byId(server, token, id)
      // Right beyond it something is left, and the liquidation takes no more of that than its fee.
      const tick = Math.ceil(Number(liquidationPrice) / 10) * 10
      await trade(server, tick)
      const left = book.margin - book.limited + book.quantity * (at.entry - tick - tick * (FEE + LIQUIDATION_FEE))
      expect(left).toBeGreaterThan(0)
      return { ...book, available: book.available + left + book.adding, margin: 0, adding: 0 }
    },
  }

  return {
    kind: 'lever',
    machine: leverMachine,
    leadsBack: true,
    events: [
      { type: 'order.open' },
      { type: 'order.cancel' },
      { type: 'order.release' },
      { type: 'order.void' },
      { type: 'order.change' },
      { type: 'order.add' },
      { type: 'order.apply' },
      { type: 'order.fund' },
      { type: 'order.limit' },
      { type: 'order.close' },
      { type: 'order.reduce' },
      { type: 'order.settle', outcome: 'won' },
      { type: 'order.settle', outcome: 'lost' },
      { type: 'order.liquidate' },
    ],
    list: api.myTrade,
    place: async (server, token) => {
      await price(server, decimal(at.before))
      const stops = { takeProfit: decimal(at.taken) }
      const limit = { direction: 'short', type: 'limit', price: decimal(at.entry) }
      const { id } = await ordered(server, token, { ...limit, ...stops })
      books.set(id, { available: 10_000 - RESERVE, quantity: 0.1, reserve: RESERVE, margin: 0, adding: 0, limited: 0 })
      return id
    },
    happen: async (server, placed, event) => {
      const outcome = 'outcome' in event ? event.outcome : undefined
      const book = await happens[event.type]?.(server, placed, bookOf(placed), outcome)
      if (book) books.set(placed.id, book)
    },
    wallet: (_, __, placed) => {
      const { available, reserve, margin, adding } = bookOf(placed)
      return [available.toFixed(6), (reserve + margin + adding).toFixed(6)]
    },
    expectSeen: async (server, { id, token }, state) => {
      const order = await byId(server, token, id)
      expect(order).toMatchObject({ state, direction: 'short', type: 'limit', price: decimal(at.entry) })
      expect(await server.ok(api.myTrade, { list: order.list }, token)).toEqual([order])
      expect(await server.ok(api.myTrade, { list: 1 - order.list }, token)).toEqual([])
    },
  }
}

describeServer.onSqlite('the life of a leveraged contract, along each transition of its machine', (server) => {
  walkOrder(server, walkOf())
})
