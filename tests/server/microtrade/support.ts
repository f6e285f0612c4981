import * as api from '../../../src/api/trade/microtrade.ts'
import type { Output } from '../../../src/api/wire/call.ts'
import { STALE_AFTER_MS } from '../../../src/rules/market/prices.ts'
import { periods, profit, stakeLimits } from '../../../src/rules/microtrade/microtrade.ts'
import { formatMoney } from '../../../src/rules/money/money.ts'
import type { TestServer } from '../harness.ts'

let requests = 0
/** A request id that no other request has. */
export const requestId = () => `request-of-a-test-${++requests}`

/** Today's payout of a won option of 30 seconds, in basis points of its stake. */
export const PAYOUT_BPS = periods.find(({ seconds }) => seconds === 30)?.payoutBps ?? 0

/** Today's smallest stake, in USDT. */
export const LEAST_STAKE = stakeLimits.find(({ currency }) => currency === 'USDT')?.min ?? ''

/** This balance plus the winnings of these stakes, in whole USDT, as a wire amount. */
export const withProfit = (amount: number, ...stakes: number[]): string =>
  formatMoney(
    stakes.reduce((sum, stake) => sum + profit(BigInt(stake) * 1_000_000n, PAYOUT_BPS), BigInt(amount) * 1_000_000n),
    6,
  )

/** A valid order, with a test's changes. */
export const order = (change: Record<string, unknown> = {}) => ({
  requestId: requestId(),
  symbol: 'BTCUSDT',
  direction: 'rise',
  currency: 'USDT',
  amount: '100',
  seconds: 30,
  ...change,
})

/** Gives a price, and moves on until it is on the record. */
export async function price(server: TestServer, value: string, symbol = 'BTCUSDT'): Promise<void> {
  server.tick(symbol, value)
  await server.clock.advance(1_000)
}

/** Keeps the price for some seconds, a tick each. */
export async function hold(server: TestServer, value: string, seconds: number, symbol = 'BTCUSDT'): Promise<void> {
  for (let second = 0; second < seconds; second++) await price(server, value, symbol)
}

/** A silence of the feed in which a price becomes stale, in ms. */
export const SILENCE_MS = STALE_AFTER_MS + 1_000

/** A user's newest order. */
export async function newest(
  server: TestServer,
  token: string,
  call: typeof api.lists = api.lists,
): Promise<Output<typeof api.lists>[number]> {
  const [first] = await server.ok(call, {}, token)
  if (!first) throw new Error('no order')
  return first
}
