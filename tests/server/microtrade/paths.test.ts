import { createHash } from 'node:crypto'
import { describe, expect } from 'vitest'
import * as api from '../../../src/api/trade/microtrade.ts'
import { microtradeMachine } from '../../../src/machines/orders/microtrade.ts'
import { checkReceipt } from '../../../src/machines/receipts/receipt.ts'
import { describeServer, type TestServer } from '../harness.ts'
import { type OrderWalk, type Placed, walkOrder } from '../kit/walk-order.ts'
import { hold, order, price, SILENCE_MS, withProfit } from './support.ts'

type State = api.MicrotradeOrder['state']

/** The figures of an option of 100 at 85% for a person with 10,000 USDT. */
const seen: Record<State, Pick<api.MicrotradeOrder, 'list' | 'status' | 'payout'>> = {
  accepted: { list: 0, status: 0, payout: null },
  open: { list: 0, status: 0, payout: null },
  won: { list: 1, status: 1, payout: withProfit(100, 100) },
  lost: { list: 1, status: 2, payout: '0.000000' },
  drawn: { list: 1, status: 1, payout: '100.000000' },
  unexpected: { list: 1, status: 3, payout: '100.000000' },
}
const wallet: Record<State, [available: string, held: string]> = {
  accepted: ['9900.000000', '100.000000'],
  open: ['9900.000000', '100.000000'],
  won: [withProfit(10_000, 100), '0.000000'],
  lost: ['9900.000000', '0.000000'],
  drawn: ['10000.000000', '0.000000'],
  unexpected: ['10000.000000', '0.000000'],
}

const markets = [
  { symbol: 'BTCUSDT', submit: api.submit, lists: api.lists, below: '42999.99', entry: '43000.00', above: '43000.01' },
  { symbol: 'EURUSD', submit: api.whsubmit, lists: api.whlists, below: '1.07999', entry: '1.08000', above: '1.08001' },
]
const directions = ['rise', 'fall'] as const
type Option = (typeof markets)[number] & { direction: (typeof directions)[number] }

const PERIOD = 30
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

/** The market causes each event, with decoy ticks next to the right one. */
function walkOf(option: Option): OrderWalk<typeof microtradeMachine> {
  const { symbol, submit, lists, direction, below, entry, above } = option
  const [winning, losing] = direction === 'rise' ? [above, below] : [below, above]
  const final = { won: winning, lost: losing, drawn: entry }
  const misleading = { won: losing, lost: winning, drawn: winning }
  const opened = new Set<string>()
  const trade = (server: TestServer, value: string, seconds = 1) => hold(server, value, seconds, symbol)
  const receiptOf = (server: TestServer, { id, token }: Placed) => server.ok(api.receipt, { id }, token)
  const isStill = async (server: TestServer, placed: Placed, state: State) =>
    expect((await receiptOf(server, placed)).order).toMatchObject({ state, payout: null })

  return {
    kind: 'microtrade',
    machine: microtradeMachine,
    events: [
      { type: 'order.open' },
      { type: 'order.settle', outcome: 'won' },
      { type: 'order.settle', outcome: 'lost' },
      { type: 'order.settle', outcome: 'drawn' },
      { type: 'order.void' },
    ],
    list: lists,
    place: async (server, token) => {
      await price(server, losing, symbol)
      return (await server.ok(submit, order({ symbol, direction, seconds: PERIOD }), token)).id
    },
    happen: async (server, placed, event) => {
      if (event.type === 'order.open') {
        opened.add(placed.id)
        await trade(server, entry)
      } else if (event.type === 'order.settle') {
        const { outcome } = event
        await trade(server, misleading[outcome], PERIOD - 1)
        await isStill(server, placed, 'open')
        // This tick is of the due second, and the one after it comes too late.
        await trade(server, final[outcome])
        await trade(server, misleading[outcome])
      } else if (opened.has(placed.id)) {
        await trade(server, winning, PERIOD - SILENCE_MS / 1_000)
        await isStill(server, placed, 'open')
        await server.clock.advance(SILENCE_MS)
        await trade(server, winning)
      } else {
        await server.clock.advance(SILENCE_MS)
        await trade(server, winning)
      }
    },
    wallet,
    expectSeen: async (server, placed, is) => {
      const state = is as State
      const finalPrice = state in final ? final[state as keyof typeof final] : null
      const isOpened = opened.has(placed.id)
      const receipt = await receiptOf(server, placed)
      const codes = seen[state]
      expect(receipt.order).toMatchObject({ ...codes, state, direction, finalPrice, buyPrice: isOpened ? entry : null })
      expect([receipt.order.openTick, receipt.order.closeTick].map(Boolean)).toEqual([isOpened, finalPrice !== null])
      const isVoid = state === 'unexpected'
      expect(checkReceipt(receipt, null, sha256)).toBe(finalPrice === null && !isVoid ? 'incomplete' : 'verified')
      if (!isVoid) expect(receipt.ticks).toHaveLength(finalPrice === null ? 0 : PERIOD + 1)
      expect(await server.ok(lists, { list: codes.list }, placed.token)).toEqual([receipt.order])
      expect(await server.ok(lists, { list: 1 - codes.list }, placed.token)).toEqual([])
      if (codes.list === 0) return
      await trade(server, losing, 2)
      expect(await receiptOf(server, placed)).toEqual(receipt)
    },
  }
}

const options = markets.flatMap((market) => directions.map((direction) => ({ ...market, direction })))

describeServer.onSqlite('the life of a timed option, along each path of its machine', (server) => {
  describe.each(options)('a $direction of $symbol', (option) => walkOrder(server, walkOf(option)))
})
