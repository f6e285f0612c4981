import { expect } from 'vitest'
import * as api from '../../../src/api/trade/strategy.ts'
import { strategyMachine } from '../../../src/machines/orders/strategy.ts'
import { formatMoney } from '../../../src/rules/money/money.ts'
import { describeServer, type TestServer } from '../harness.ts'
import { type OrderWalk, type Placed, walkOrder } from '../kit/walk-order.ts'
import { act, buyOf, DAY_MS, MINUTE_DAYS, now, ordersOf, price, recurring, started } from './support.ts'

const { coins: COINS, held: HELD, paid: PAID } = buyOf()
const PAPER = 10_000_000_000n

/** The expected state of a strategy: its buys, and whether one is open. */
type Book = { bought: bigint; open: boolean; failing: boolean }

function walkOf(): OrderWalk<typeof strategyMachine> {
  const books = new Map<string, Book>()
  const bookOf = ({ id }: Placed): Book => {
    const book = books.get(id)
    if (!book) throw new Error(`no book of ${id}`)
    return book
  }
  const decimal = (amount: bigint) => (Number(amount) / 1e6).toFixed(6)
  /** Lets seconds pass until a strategy has moved, once. */
  const until = async (server: TestServer, { id, token }: Placed, value: string, symbol?: string) => {
    const { version } = await now(server, token, id)
    for (let second = 0; (await now(server, token, id)).version === version; second++) {
      if (second > 10) throw new Error('it does not move')
      await price(server, value, symbol)
    }
  }
  const fills = async (server: TestServer, placed: Placed, book: Book): Promise<Book> => {
    await until(server, placed, '40000.00')
    return book.open ? { ...book, open: false, bought: book.bought + 1n } : book
  }
  const happens: Record<string, (server: TestServer, placed: Placed, book: Book) => Promise<Book>> = {
    'strategy.go': async (server, placed, book) => {
      if (book.open) return fills(server, placed, book)
      const { nextAt } = await now(server, placed.token, placed.id)
      server.clock.jump((nextAt ?? 0) - server.clock.now() - 500)
      await until(server, placed, '40000.00')
      return { ...book, open: true }
    },
    'strategy.pause': async (server, { token, id }, book) => {
      expect(await act(server, api.pause, token, id)).toMatchObject({ type: 'ok' })
      return book
    },
    'strategy.rest': fills,
    'strategy.resume': async (server, { token, id }, book) => {
      expect(await act(server, api.resume, token, id)).toMatchObject({ type: 'ok' })
      return book
    },
    'strategy.stop': async (server, placed, book) => {
      if (!book.failing) {
        expect(await act(server, api.stop, placed.token, placed.id)).toMatchObject({ type: 'ok' })
        return book
      }
      // A pair that has no price on the record is traded no more.
      await server.platform.db.deleteFrom('ticks').where('symbol', '=', 'BTCUSDT').execute()
      server.clock.jump(DAY_MS)
      await until(server, placed, '2000.00', 'ETHUSDT')
      return { ...book, open: false }
    },
    'strategy.end': fills,
    'strategy.fail': async (server, placed, book) => {
      await until(server, placed, '2000.00', 'ETHUSDT')
      return book
    },
  }
  return {
    kind: 'strategy',
    machine: strategyMachine,
    leadsBack: true,
    movedByOthers: true,
    events: (['go', 'pause', 'rest', 'resume', 'stop', 'end', 'fail'] as const).map((name) => ({
      type: `strategy.${name}` as const,
    })),
    list: api.list,
    place: async (server, token, events) => {
      const { id } = await started(server, token, recurring())
      books.set(id, { bought: 0n, open: true, failing: events.includes('strategy.fail') })
      return id
    },
    happen: async (server, placed, event) => {
      const book = await happens[event.type]?.(server, placed, bookOf(placed))
      if (book) books.set(placed.id, book)
    },
    wallet: (_, __, placed) => {
      const { bought, open } = bookOf(placed)
      const held = open ? HELD : 0n
      return [decimal(PAPER - bought * PAID - held), decimal(held)]
    },
    expectSeen: async (server, { id, token }, state) => {
      const strategy = await now(server, token, id)
      const { bought, open } = bookOf({ id, token })
      const orders = await ordersOf(server, token, id)
      expect(orders.filter(({ list }) => list === 0)).toHaveLength(open ? 1 : 0)
      expect(strategy).toMatchObject({ buys: Number(bought), coins: formatMoney(bought * COINS, 5) })
      expect(await server.ok(api.list, { list: strategy.status }, token)).toEqual([strategy])
      expect(await server.ok(api.list, { list: 1 - strategy.status }, token)).toEqual([])
      expect(strategy.status).toBe(['ended', 'failed'].includes(state) ? 1 : 0)
    },
  }
}

describeServer.onSqlite(
  'the life of a strategy, along each transition of its machine',
  (server) => {
    walkOrder(server, walkOf())
  },
  { env: MINUTE_DAYS },
)
