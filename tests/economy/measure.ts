import type { ForexRow } from '../../server/forex/order.ts'
import type { LeverRow } from '../../server/lever/order.ts'
import { type LoanRow, standingAt } from '../../server/loan/order.ts'
import type { OrderRow } from '../../server/order-kind.ts'
import type { PlanOrderRow } from '../../server/plan/order.ts'
import { interestOf, type SavingsRow } from '../../server/savings/order.ts'
import type { WithdrawalRow } from '../../server/withdrawal/order.ts'
import { owedOf } from '../../src/rules/loan/loan.ts'
import { instrumentOf } from '../../src/rules/market/instruments.ts'
import { currencyOf } from '../../src/rules/money/currencies.ts'
import { expectedOf, type World } from './world.ts'

/*
 * What people have at the end, less what they began with, less what is promised to them: what hosting and fixed terms bring on average on money
 * of their own, for the days that it was there. Less what was luck, too: what prices moved by that nobody could know, times what they had of
 * it, which is nothing on average. So little chance is left in the figure that a small gain is seen.
 */

const USDT = 1e6

export type Measure = ReturnType<typeof measureOf>

const amountOf = (balance: bigint, currency: string) => Number(balance) / 10 ** currencyOf(currency).scale

/** The value of one unit of a currency in USDT at the shown price. */
const priceOf = (world: World, currency: string) =>
  currency === 'USDT' ? 1 : Number(world.shown(`${currency}USDT`)) / 10 ** instrumentOf(`${currency}USDT`).scale

const insideOf = (world: World, id: string) =>
  [...world.accounts(id).values()].reduce(
    (sum, { currency, balance }) => sum + amountOf(balance, currency) * priceOf(world, currency),
    0,
  )

const owedTo = (world: World, id: string) =>
  (world.live('loans', id) as LoanRow[])
    .filter(({ start_ms }) => start_ms !== null)
    .reduce((sum, row) => sum + Number(owedOf(standingAt(row, world.now)).total) / USDT, 0)

/** A user's own funds here, in USDT; negative if they owe more. */
export const equityOf = (world: World, id: string): number => insideOf(world, id) - owedTo(world, id)

/** A user's exposure to a price: the gain for one minor unit of it, or of its inverse if it is a price of dollars. */
function exposureOf(world: World, id: string, symbol: string, outside: number): number {
  const { kind, base, scale, quantityScale } = instrumentOf(symbol)
  let exposure = 0
  if (kind === 'crypto') {
    for (const { currency, balance } of world.accounts(id).values()) {
      if (currency === base) exposure += amountOf(balance, base) / 10 ** scale
    }
    exposure += outside / 10 ** scale
    for (const row of world.live('levers', id) as LeverRow[]) {
      if (row.symbol !== symbol || row.open_seq === null) continue
      exposure += ((row.direction === 'long' ? 1 : -1) * Number(row.quantity)) / 10 ** (quantityScale + scale)
    }
    return exposure
  }
  for (const row of world.live('levers', id) as LeverRow[]) {
    if (row.symbol !== symbol || row.open_seq === null) continue
    exposure += ((row.direction === 'long' ? 1 : -1) * Number(row.quantity)) / 10 ** (quantityScale + scale)
  }
  for (const row of world.live('forex_positions', id) as ForexRow[]) {
    if (row.symbol !== symbol || row.deal_price === null) continue
    const units = (Number(row.lots) * Number(row.lot)) / 100
    const sign = row.direction === 'long' ? 1 : -1
    exposure += base === 'USD' ? -sign * units * Number(row.deal_price) : (sign * units) / 10 ** scale
  }
  return exposure
}

/** @param money each person's initial balance, in USDT */
export function measureOf(world: World, money: number) {
  const shares = new Map<string, number>()
  const rate = expectedOf(world.tier) / 1e6
  const outsideOf = (id: string) => world.people.get(id)?.outside ?? new Map<string, number>()
  const addOutside = (id: string, currency: string, amount: number) => {
    const outside = outsideOf(id)
    outside.set(currency, (outside.get(currency) ?? 0) + amount)
  }
  const grant = (id: string, amount: number) => {
    const person = world.people.get(id)
    if (person) person.granted += amount
  }

  world.exposureOn = (symbol) => {
    const { base } = instrumentOf(symbol)
    return [...world.people.keys()].reduce(
      (sum, id) => sum + exposureOf(world, id, symbol, outsideOf(id).get(base) ?? 0),
      0,
    )
  }
  // By the participants at the draw, whatever they do afterwards.
  world.shareOfDay = (day) =>
    (world.live('plan_orders') as PlanOrderRow[])
      .filter(({ next_day, last_day }) => next_day !== null && next_day <= day && last_day !== null && day <= last_day)
      .reduce((sum, { amount }) => sum + Number(amount) / USDT / 1e6, 0)
  world.hears.push((kind, before, after, event) => {
    if (kind === 'plan' && event === 'plan.accrue') {
      const { user_id, amount, day_ms, next_day, opened_ms } = before as PlanOrderRow
      // A day that ran when it was joined is none of those that are promised.
      const began = opened_ms + ((next_day ?? 1n) - 1n) * day_ms
      if (began >= before.accepted_ms) grant(user_id, (Number(amount) / USDT) * rate * (shares.get(before.id) ?? 1))
    }
    if (kind === 'savings' && (event === 'savings.mature' || event === 'savings.renew')) {
      const row = before as SavingsRow
      const share = Math.min(1, (world.now - Number(row.term_ms)) / (Number(row.days) * Number(row.day_ms)))
      grant(row.user_id, (Number(interestOf(row)) / USDT) * share * (shares.get(row.id) ?? 1))
    }
    if (kind === 'withdrawal' && event === 'withdrawal.approve') {
      const { user_id, currency, amount, fee } = after as WithdrawalRow
      addOutside(user_id, currency, amountOf(amount - fee, currency))
    }
  })

  return {
    shares,
    /** The user's own share of an amount that is neither hosted nor withdrawn: from 0 to 1. */
    ownShare(id: string, amount: number): number {
      const elsewhere = ['plan_orders', 'savings', 'withdrawals'].flatMap((table) => world.live(table, id))
      const gone = (elsewhere as (OrderRow & { amount: bigint })[]).reduce(
        (sum, row) => sum + amountOf(row.amount, row.currency) * priceOf(world, row.currency),
        0,
      )
      return Math.max(0, Math.min(1, (equityOf(world, id) - gone) / amount))
    },
    paidIn(id: string, currency: string, minor: bigint): void {
      addOutside(id, 'USDT', -amountOf(minor, currency) * priceOf(world, currency))
    },
    /** The joint gain of all people, in USDT. A person who owes more than they have counts as zero. */
    gained(): number {
      let sum = -world.luck
      for (const { id, outside, granted } of world.people.values()) {
        for (const [currency, amount] of outside) sum += amount * priceOf(world, currency)
        sum += Math.max(0, equityOf(world, id)) - money - granted
      }
      return sum
    },
    /** Holds without an order, in USDT, of all people; zero in a correct ledger. */
    lost(): number {
      let sum = 0
      for (const id of world.people.keys()) {
        for (const { kind, currency, balance } of world.accounts(id).values()) {
          if (kind === 'held') sum += amountOf(balance, currency) * priceOf(world, currency)
        }
        for (const row of world.live('levers', id) as LeverRow[]) {
          sum -= Number(row.open_seq === null ? row.reserve : row.margin + row.adding) / USDT
        }
        for (const row of world.live('forex_positions', id) as ForexRow[]) {
          sum -= Number(row.deal_price === null ? row.reserve : row.margin) / USDT
        }
        for (const table of ['microtrades', 'savings', 'plan_orders', 'withdrawals']) {
          for (const row of world.live(table, id) as (OrderRow & { amount: bigint; total?: bigint })[]) {
            if (table === 'withdrawals' && row.state !== 'underReview') continue
            sum -= amountOf(row.amount + (row.total ?? 0n), row.currency) * priceOf(world, row.currency)
          }
        }
      }
      return sum
    },
  }
}
