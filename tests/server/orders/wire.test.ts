import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import { setup } from 'xstate'
import { nulls, type OrderRow, type TickColumns, wireOf, zeros } from '../../../server/orders/module.ts'
import { recordedTick } from '../../../src/api/market/record-stretch.ts'
import * as f from '../../../src/api/wire/fields.ts'

const machine = setup({}).createMachine({
  initial: 'open',
  states: { open: { meta: { list: 3, status: 7 } }, closed: { type: 'final', meta: { list: 4, status: 8 } } },
})

const schema = v.object({
  id: f.id,
  symbol: f.symbol,
  amount: f.amount,
  profit: f.signedAmount,
  price: v.nullable(f.price),
  takeProfit: v.nullable(f.price),
  quantity: f.quantity,
  fee: f.usdt,
  feeBps: v.number(),
  renew: v.boolean(),
  list: v.number(),
  status: v.number(),
  settledAt: v.nullable(f.millis),
  placedAt: f.millis,
  openTick: v.nullable(recordedTick),
  fills: v.array(v.object({ quantity: f.quantity, cause: v.string(), tick: recordedTick })),
  total: f.amount,
  label: v.string(),
})
type Wire = v.InferOutput<typeof schema>

type Row = OrderRow &
  TickColumns<'open'> & {
    symbol: string
    amount: bigint
    profit: bigint
    price: bigint | null
    take_profit: bigint | null
    quantity: bigint
    fee: bigint
    fee_bps: bigint
    renew: bigint
  }

const tick = { seq: 9n, time_ms: 1_700_000_000_123n, price: 6_512_345n, hash: 'a'.repeat(64) }
const tickOnWire = { symbol: 'BTCUSDT', seq: 9, time: 1_700_000_000_123, price: '65123.45', hash: tick.hash }

const toWire = wireOf<Row, Wire>(schema, machine, {
  placedAt: 'accepted_ms',
  fills: ({ quantity }) => [{ quantity, cause: 'user', tick, more: 'of the row alone' }],
  total: ({ amount, fee }) => amount + fee,
  label: () => 'as it is',
})

const row: Row = {
  ...{ id: 'order-01', user_id: 'user-0001', currency: 'BTC', symbol: 'BTCUSDT', state: 'open', version: 1n },
  ...{
    amount: 150_000_000n,
    profit: -1n,
    price: 6_512_345n,
    quantity: 12_345n,
    fee: 1_234_567n,
    fee_bps: 25n,
    renew: 1n,
  },
  ...{ accepted_ms: 1_700_000_000_000n, due_ms: null, settled_ms: null, take_profit: null },
  ...{ open_seq: tick.seq, open_ms: tick.time_ms, open_price: tick.price, open_hash: tick.hash },
}

describe('orders: the wire', () => {
  it('reads each field from the column of its name, in the order and the decimals of the schema', () => {
    expect(JSON.stringify(toWire(row))).toBe(
      JSON.stringify({
        ...{ id: 'order-01', symbol: 'BTCUSDT', amount: '1.50000000', profit: '-0.00000001', price: '65123.45' },
        ...{ takeProfit: null, quantity: '0.12345', fee: '1.234567', feeBps: 25, renew: true, list: 3, status: 7 },
        ...{ settledAt: null, placedAt: 1_700_000_000_000, openTick: tickOnWire },
        fills: [{ quantity: '0.12345', cause: 'user', tick: tickOnWire }],
        ...{ total: '1.51234567', label: 'as it is' },
      }),
    )
  })

  it('shows no tick until all four of its columns are there', () => {
    for (const column of ['open_seq', 'open_ms', 'open_price', 'open_hash'] as const) {
      expect(toWire({ ...row, [column]: null }).openTick).toBeNull()
    }
  })

  it('takes the codes of the state that the order is in', () => {
    expect(toWire({ ...row, state: 'closed', settled_ms: 5n, renew: 0n })).toMatchObject({
      ...{ list: 4, status: 8, settledAt: 5, renew: false },
    })
  })

  it('begins a new order with nothing and zero', () => {
    expect({ ...nulls('open_seq cause'), ...zeros('paid profit') }).toEqual({
      ...{ open_seq: null, cause: null, paid: 0n, profit: 0n },
    })
  })
})
