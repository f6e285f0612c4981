import type { OrderRow, Posting } from '../order-kind.ts'

/**
 * The postings of an order, by account: `available` and `held` are those of its user, any other name is an account of the platform.
 *
 * @returns a function of the amounts that the accounts receive, in minor units, or give if below zero, and of another currency than the
 *   order's; an account that receives nothing is left out
 */
export const mover =
  ({ user_id: user, currency }: Pick<OrderRow, 'user_id' | 'currency'>) =>
  (amounts: Readonly<Record<string, bigint>>, of = currency): Posting => ({
    currency: of,
    lines: Object.entries(amounts).flatMap(([name, amount]) => {
      if (amount === 0n) return []
      return { account: name === 'available' || name === 'held' ? { user, kind: name } : { platform: name }, amount }
    }),
  })
