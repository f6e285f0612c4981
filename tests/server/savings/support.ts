import { expect } from 'vitest'
import * as api from '../../../src/api/money/savings.ts'
import { formatMoney } from '../../../src/rules/money/money.ts'
import { findSavingsProduct } from '../../../src/rules/savings/savings.ts'
import type { TestServer } from '../harness.ts'
import { requestId } from '../microtrade/support.ts'
import { interestBy } from './judge.ts'

export { requestId }

/** A minute is a day: a week of it is over in seven. */
export const MINUTE_DAYS = { PAPER_DAY_SECONDS: '60' }
const DAY_MS = 60_000

/** A deposit of 1,000 USDT for a week, with what a test changes. */
export const wanted = (change: Record<string, unknown> = {}) => ({
  requestId: requestId(),
  product: 'USDT-7',
  amount: '1000',
  ...change,
})

export const productOf = (id: string) => findSavingsProduct(id) ?? expect.fail(`no ${id}`)

/** What so many USDT bear in a term of a product by the rate of today, in minor units: by default 1,000 for a week. */
export function bears(amount = 1_000, id = 'USDT-7'): bigint {
  const { rateBps, days } = productOf(id)
  return interestBy(BigInt(amount) * 1_000_000n, BigInt(rateBps), BigInt(days))
}

/** So many USDT with so many minor units more, as the wire has them. */
export const usdtAnd = (amount: number, more: bigint) => formatMoney(BigInt(amount) * 1_000_000n + more, 6)

export const place = (server: TestServer, token: string, change = {}) => server.ok(api.place, wanted(change), token)

export const cancel = (server: TestServer, token: string, id: string) =>
  server.call(api.cancel, { requestId: requestId(), id }, token)

/** Lets so many days of a minute pass, and what is due then happen. */
export async function pass(server: TestServer, days: number): Promise<void> {
  server.clock.jump(days * DAY_MS)
  await server.clock.advance(2_000)
}
