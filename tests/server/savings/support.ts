import { expect } from 'vitest'
import * as api from '../../../src/api/money/savings.ts'
import { formatMoney } from '../../../src/rules/money/money.ts'
import { findSavingsProduct } from '../../../src/rules/savings/savings.ts'
import type { TestServer } from '../harness.ts'
import { requestId } from '../microtrade/support.ts'
import { interestBy } from './judge.ts'

export { requestId }

/** A day lasts a minute, so a week lasts seven. */
export const MINUTE_DAYS = { PAPER_DAY_SECONDS: '60' }
const DAY_MS = 60_000

/** A deposit of 1,000 USDT for a week, with a test's changes. */
export const wanted = (change: Record<string, unknown> = {}) => ({
  requestId: requestId(),
  product: 'USDT-7',
  amount: '1000',
  ...change,
})

export const productOf = (id: string) => findSavingsProduct(id) ?? expect.fail(`no ${id}`)

/** Interest on an amount for a term at today's rate, in minor units; by default 1,000 USDT for a week. */
export function bears(amount = 1_000, id = 'USDT-7'): bigint {
  const { rateBps, days } = productOf(id)
  return interestBy(BigInt(amount) * 1_000_000n, BigInt(rateBps), BigInt(days))
}

/** An amount of USDT plus minor units, as a wire amount. */
export const usdtAnd = (amount: number, more: bigint) => formatMoney(BigInt(amount) * 1_000_000n + more, 6)

export const place = (server: TestServer, token: string, change = {}) => server.ok(api.place, wanted(change), token)

export const cancel = (server: TestServer, token: string, id: string) =>
  server.call(api.cancel, { requestId: requestId(), id }, token)

/** Advances the clock by this many days of a minute and runs due work. */
export async function pass(server: TestServer, days: number): Promise<void> {
  server.clock.jump(days * DAY_MS)
  await server.clock.advance(2_000)
}
