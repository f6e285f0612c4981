import { sql } from 'kysely'
import { savings as wire } from '../../src/api/money/savings.ts'
import { savingsMachine } from '../../src/machines/orders/savings.ts'
import { currencyOf } from '../../src/rules/money/currencies.ts'
import { formatMoney } from '../../src/rules/money/money.ts'
import { findSavingsProduct } from '../../src/rules/savings/savings.ts'
import type { Message } from '../inbox/module.ts'
import type { Line } from '../ledger/module.ts'
import type { Move, OrderKind, Posting } from '../orders/module.ts'
import { invitersOf, payReferral } from '../user/module.ts'
import { endOfTerm, interestOf, type SavingsRow, toWire } from './order.ts'
import { giveBack } from './quota.ts'

/** A fixed-term deposit as the order kernel knows it. */
export const savingsKind: OrderKind<SavingsRow> = {
  name: 'savings',
  table: 'savings',
  machine: savingsMachine,
  wire,
  toWire,
  holds: sql`select id, user_id, currency, amount from savings where settled_ms is null`,
  due: async (_, order) => atMaturity(order),
  // Cancelling returns the principal.
  atLeast: ({ amount }) => amount,
  atLeastColumn: 'amount',
  postings,
  alsoPays: invitersOf,
  extras: async (unit, order, { postings: steps }, occurrence) => {
    const { id, user_id: userId, currency, product, amount } = order
    if (steps.includes('returnPrincipal')) giveBack(unit, product, amount)
    if (steps.includes('payInterest')) {
      await payReferral(unit, userId, { currency, income: interestOf(order), cause: `${id} ${occurrence}` })
    }
  },
  message,
}

/** What happens when a term is over: its interest is paid, and another one begins where the person wished it and it is still offered. */
function atMaturity(order: SavingsRow): Move<SavingsRow> {
  const { term, renew, product, due_ms } = order
  const paid = { occurrence: String(term), change: { earned: order.earned + interestOf(order) } }
  if (renew === 0n || !findSavingsProduct(product)) return { ...paid, event: { type: 'savings.mature' } }
  const began = due_ms ?? 0n
  return {
    ...paid,
    event: { type: 'savings.renew' },
    change: { ...paid.change, term: term + 1n, term_ms: began, due_ms: endOfTerm(order, began) },
  }
}

function postings(order: SavingsRow): Record<string, () => Posting> {
  const { user_id: user, currency, amount } = order
  const available = { user, kind: 'available' } as const
  const held = { user, kind: 'held' } as const
  const interest = interestOf(order)
  const move = (...lines: Line[]): Posting => ({ currency, lines })
  return {
    holdPrincipal: () => move({ account: available, amount: -amount }, { account: held, amount }),
    payInterest: () =>
      move({ account: { platform: 'interest' }, amount: -interest }, { account: available, amount: interest }),
    returnPrincipal: () => move({ account: held, amount: -amount }, { account: available, amount }),
  }
}

/** The message to its owner at maturity. */
function message({ state, currency, amount, earned }: SavingsRow): Message | undefined {
  if (state !== 'matured') return undefined
  const { scale } = currencyOf(currency)
  return {
    kind: 'settlement',
    key: 'savingsMatured',
    params: { amount: formatMoney(amount, scale), interest: formatMoney(earned, scale), currency },
  }
}
