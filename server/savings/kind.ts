import { sql } from 'kysely'
import { savings as wire } from '../../src/api/money/savings.ts'
import { savingsMachine } from '../../src/machines/orders/savings.ts'
import { currencyOf } from '../../src/rules/money/currencies.ts'
import { formatMoney } from '../../src/rules/money/money.ts'
import { findSavingsProduct } from '../../src/rules/savings/savings.ts'
import type { Message } from '../inbox/module.ts'
import { type Move, mover, type OrderKind, type Posting } from '../orders/module.ts'
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

/** The step at the end of a term: its interest is paid, and another term begins if the user chose that and it is still offered. */
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
  const { amount } = order
  const interest = interestOf(order)
  const move = mover(order)
  return {
    holdPrincipal: () => move({ available: -amount, held: amount }),
    payInterest: () => move({ interest: -interest, available: interest }),
    returnPrincipal: () => move({ held: -amount, available: amount }),
  }
}

/** The message to its owner at maturity. */
function message({ state, currency, amount, earned }: SavingsRow): Message | undefined {
  if (state !== 'matured') return undefined
  const { scale } = currencyOf(currency)
  return {
    kind: 'earnings',
    key: 'savingsMatured',
    params: { amount: formatMoney(amount, scale), interest: formatMoney(earned, scale), currency },
  }
}
