import { sql } from 'kysely'
import type { Module } from '../../../../server/module.ts'
import {
  moveOrder,
  mover,
  type OrderKind,
  type OrderRow,
  orderModule,
  orderOf,
  ordersOf,
  type Posting,
  placeOrder,
  wireOf,
} from '../../../../server/orders/module.ts'
import { route } from '../../../../server/platform/http/route.ts'
import { Refusal } from '../../../../src/api/wire/messages.ts'
import { can } from '../../../../src/machines/orders/life.ts'
import { instrumentOf } from '../../../../src/rules/market/instruments.ts'
import { currencyOf } from '../../../../src/rules/money/currencies.ts'
import { parseMoney } from '../../../../src/rules/money/money.ts'
import * as api from './api.ts'
import { reservationMachine } from './machine.ts'

export type Row = OrderRow & {
  state: api.Reservation['state']
  symbol: string
  amount: bigint
  level: bigint
  tick_seq: bigint | null
}

const USDT = currencyOf('USDT')

const toWire = wireOf<Row, api.Reservation>(api.reservation, reservationMachine, { tick: 'tick_seq' })

export const kind: OrderKind<Row> = {
  name: 'reservation',
  table: 'reservations',
  machine: reservationMachine,
  wire: api.reservation,
  toWire,
  holds: sql`select id, user_id, currency, amount from reservations where settled_ms is null`,
  postings: (order): Record<string, () => Posting> => {
    const { amount } = order
    const move = mover(order)
    return {
      holdAmount: () => move({ available: -amount, held: amount }),
      consumeHold: () => move({ held: -amount, reserved: amount }),
      releaseHold: () => move({ held: -amount, available: amount }),
    }
  },
  due: async () => ({ event: { type: 'reservation.expire' } }),
  crossed: (_, { tick }) => ({ event: { type: 'reservation.consume' }, change: { tick_seq: tick.seq } }),
  ticks: {
    since: async () => undefined,
    // A position that lives for weeks keeps the one tick that decided, and no others.
    stretches: async (db, symbol) => {
      const { rows } = await sql<{ seq: bigint }>`
        select tick_seq as seq from reservations where symbol = ${symbol} and tick_seq is not null`.execute(db)
      return rows.map(({ seq }) => ({ from: seq, to: seq }))
    },
  },
  blocksLeaving: 'illegalOperation',
  listing: {
    where: ({ market, symbol }) => (market === 'forex' ? undefined : { symbol }),
    staked: sql`case when state = 'released' then 0 else amount end`,
    returned: sql`0`,
  },
}

const amountIn = (text: string, scale: number, field: string): bigint => {
  const amount = parseMoney(text, scale)
  if (!amount) throw new Refusal('parameterError', { field })
  return amount
}

export const reservation: Module = orderModule(kind, {
  migrations: new URL('./migrations/', import.meta.url),
  routes: () => [
    route(api.reserve, async ({ unit, session, input }) => {
      const { symbol } = input
      const level = amountIn(input.level, instrumentOf(symbol).scale, 'level')
      const now = BigInt(unit.platform.clock.now())
      const order = await placeOrder(
        unit,
        kind,
        {
          user_id: session.userId,
          symbol,
          currency: USDT.code,
          amount: amountIn(input.amount, USDT.scale, 'amount'),
          level,
          accepted_ms: now,
          due_ms: now + BigInt(input.seconds * 1_000),
          tick_seq: null,
        },
        [{ name: 'level', symbol, side: 'atOrAbove', level }],
      )
      return toWire(order)
    }),
    route(api.cancel, async ({ unit, session, input }) => {
      const order = await orderOf(unit.tx, kind, session.userId, input.id)
      if (!order) throw new Refusal('dataNotFound')
      const event = { type: 'reservation.cancel' } as const
      if (!can(reservationMachine, order.state, event)) throw new Refusal('illegalOperation')
      const moved = await moveOrder(unit, kind, order, { event })
      if (!moved) throw new Refusal('illegalOperation')
      return toWire(moved)
    }),
    route(api.list, async ({ platform, session, input }) =>
      (await ordersOf(platform.db, kind, session.userId, input, input.limit)).map(toWire),
    ),
  ],
})
