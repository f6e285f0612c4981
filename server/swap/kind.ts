import { swap as wire } from '../../src/api/money/swap.ts'
import { swapMachine } from '../../src/machines/orders/swap.ts'
import { instrumentOf } from '../../src/rules/market/instruments.ts'
import { STALE_AFTER_MS } from '../../src/rules/market/prices.ts'
import { SWAP_VIA } from '../../src/rules/swap/swap.ts'
import type { TickNeeds } from '../market/module.ts'
import { mover, type OrderKind, type Posting } from '../orders/module.ts'
import { type SwapRow, toWire } from './order.ts'

/** A flash swap as the order kernel knows it. A quote holds nothing, and falls due when its seconds are over. */
export const swapKind: OrderKind<SwapRow> = {
  name: 'swap',
  table: 'swaps',
  machine: swapMachine,
  wire,
  toWire,
  due: async () => ({ event: { type: 'swap.expire' } }),
  postings,
  ticks: ticks(),
}

/** The platform is the counterparty: its holdings of each currency are on one account, which absorbs rounding, and fees are on another. */
function postings(order: SwapRow): Record<string, () => Posting> {
  const { receives, amount, fee, receive } = order
  const move = mover(order)
  return {
    payFrom: () => move({ available: -amount, swaps: amount }),
    takeFee: () => move({ swaps: -fee, fees: fee }, SWAP_VIA),
    payTo: () => move({ swaps: -receive, available: receive }, receives),
  }
}

/** The ticks of each swap that was executed: one of each leg, as old as a price may be when it is quoted. */
function ticks(): TickNeeds {
  return {
    since: async () => undefined,
    async stretches(db, symbol, from, to) {
      const coin = instrumentOf(symbol).base
      const executed = db
        .selectFrom('swaps')
        .where('state', '=', 'executed')
        .where('accepted_ms', '>=', from)
        .where('accepted_ms', '<=', to + BigInt(STALE_AFTER_MS))
      const sold = await executed.where('currency', '=', coin).select('sell_seq as seq').execute()
      const bought = await executed.where('receives', '=', coin).select('buy_seq as seq').execute()
      return [...sold, ...bought].flatMap(({ seq }) => (seq === null ? [] : [{ from: seq, to: seq }]))
    },
  }
}
