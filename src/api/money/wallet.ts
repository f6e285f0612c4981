import * as v from 'valibot'
import { defineCall } from '../wire/call.ts'
import * as f from '../wire/first-fields.ts'

declare module '../wire/events.ts' {
  interface EventBodies {
    wallet: Wallet
  }
}

/** One wallet. `balance` = `available` + `frozen`. `version` rises with each change: the higher one is newer. */
export const wallet = v.object({
  currency: f.currency,
  balance: f.amount,
  available: f.amount,
  frozen: f.amount,
  version: v.number(),
})
export type Wallet = v.InferOutput<typeof wallet>

/** An open position, for its valuation by `src/rules/money/equity.ts`. */
const position = v.object({
  symbol: f.symbol,
  size: f.signedAmount,
  entry: f.amount,
  half: f.amount,
  inverse: v.boolean(),
  margin: f.amount,
  /** The initial margin of what is open, unchanged by funding, rollover and added margin. */
  initial: f.amount,
  limited: f.amount,
  /** Closing fee, in basis points of the notional. */
  feeBps: v.number(),
  /** The liquidation price; null if there is none. */
  liquidation: v.nullable(f.amount),
  liquidationFeeBps: v.nullable(v.number()),
  /** The part of its P&L that the wallet already contains: paid fees, rollover and funding, and the results of closed parts. */
  settled: f.signedAmount,
})

export const equity = defineCall({
  path: 'wallet/equity',
  token: true,
  ours: true,
  compressed: true,
  summary: 'The parts of the user’s net worth: wallets, open positions with their valuation, and debt in USDT.',
  input: f.nothing,
  output: v.object({ wallets: v.array(wallet), positions: v.array(position), debt: f.amount }),
})
export type Equity = v.InferOutput<typeof equity.output>

export const list = defineCall({
  method: 'POST',
  path: 'wallet/list',
  token: true,
  summary: 'The user’s wallets, one per currency.',
  input: f.nothing,
  output: v.array(wallet),
})

export const getInfo = defineCall({
  method: 'POST',
  path: 'wallet/get_info',
  token: true,
  summary: 'One wallet of the user.',
  input: v.object({ currency: v.optional(f.currency, 'USDT') }),
  output: wallet,
})
