import * as api from '../../../src/api/money/swap.ts'
import { instrumentOf } from '../../../src/rules/market/instruments.ts'
import { currencyOf } from '../../../src/rules/money/currencies.ts'
import { formatMoney, parseMoney } from '../../../src/rules/money/money.ts'
import { calculateSwap, swapTerms } from '../../../src/rules/swap/swap.ts'
import type { TestServer } from '../harness.ts'
import { price, requestId } from '../microtrade/support.ts'

/** A swap of 400 USDT for bitcoin, with a test's changes. */
export const wanted = (change: Record<string, unknown> = {}) => ({
  requestId: requestId(),
  from: 'USDT',
  to: 'BTC',
  amount: '400',
  ...change,
})

/** Gives both coins a price that is on the record. */
export async function prices(server: TestServer, btc = '40000.00', eth = '2000.00'): Promise<void> {
  server.tick('ETHUSDT', eth)
  await price(server, btc)
}

const at: Record<string, string> = { BTCUSDT: '40000.00', ETHUSDT: '2000.00' }

/** The wire amount of a swap by today's terms and these prices; by default 400 USDT for bitcoin. */
export function comesTo({ from = 'USDT', to = 'BTC', amount = '400' } = {}) {
  const priceOf = (symbol: string) => parseMoney(at[symbol] ?? '', instrumentOf(symbol).scale) ?? 0n
  const minor = parseMoney(amount, currencyOf(from).scale) ?? 0n
  const { usdt, fee, receive } = calculateSwap({ from, to, amount: minor }, priceOf, swapTerms)
  return { usdt: formatMoney(usdt, 6), fee: formatMoney(fee, 6), receive: formatMoney(receive, currencyOf(to).scale) }
}

/** How far from 40,000 a quote still holds, and a cent further: the price above and the one below. */
const drift = (40_000 * swapTerms.driftBps) / 10_000
export const stillHeld = [(40_000 + drift).toFixed(2), (40_000 - drift).toFixed(2)] as const
export const movedTo = [(40_000.01 + drift).toFixed(2), (39_999.99 - drift).toFixed(2)] as const

export const quote = (server: TestServer, token: string, change = {}) =>
  server.ok(api.flashAgainstQuote, wanted(change), token)

export const execute = (server: TestServer, token: string, id: string) =>
  server.ok(api.flashAgainst, { requestId: requestId(), id }, token)

/** Quotes a swap and carries it out. */
export const swapped = async (server: TestServer, token: string, change = {}) =>
  execute(server, token, (await quote(server, token, change)).id)
