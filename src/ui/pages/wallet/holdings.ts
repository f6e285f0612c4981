import type { PlanOrder } from '../../../api/money/plan.ts'
import type { Savings } from '../../../api/money/savings.ts'
import type { Wallet } from '../../../api/money/wallet.ts'
import type { WalletDetail } from '../../../api/money/worth.ts'
import { currencyOf } from '../../../rules/money/currencies.ts'
import { formatMoney, type Minor, parseSigned } from '../../../rules/money/money.ts'

/** A part of what a user owns: a currency without what is invested of it, or all fixed terms or plans in it. */
export type Owned = {
  id: string
  kind: 'currency' | 'savings' | 'plans'
  currency: string
  balance: string
  /** Of a currency: what no order holds. */
  available: string
  /** Of fixed terms and plans: how many run. */
  count: number
}

/** Kinds of orders that hold money as an investment. */
const INVESTING = ['savings', 'plan']

/** The parts of what a wallet holds: what fixed terms and plans have, and what other orders reserve. Decimals. */
export function heldParts({ currency, frozen, held }: Pick<WalletDetail, 'currency' | 'frozen' | 'held'>) {
  const { scale } = currencyOf(currency)
  const invested = sumOf(
    held.filter(({ kind }) => INVESTING.includes(kind)).map(({ amount }) => amount),
    scale,
  )
  return { invested: formatMoney(invested, scale), inOrders: formatMoney(sumOf([frozen], scale) - invested, scale) }
}

const sumOf = (amounts: readonly string[], scale: number): Minor =>
  amounts.reduce((sum, amount) => sum + (parseSigned(amount, scale) ?? 0n), 0n)

/**
 * The parts of all wallets. What fixed terms and plans hold is a part of its own, unless the lists are newer than the wallets and say more
 * than those hold.
 */
export function ownedOf(
  wallets: readonly Wallet[],
  savings: readonly Pick<Savings, 'currency' | 'amount'>[],
  plans: readonly Pick<PlanOrder, 'currency' | 'amount' | 'total'>[],
): Owned[] {
  return wallets.flatMap(({ currency, balance, available, frozen }): Owned[] => {
    const { scale } = currencyOf(currency)
    const invested = [
      {
        kind: 'savings' as const,
        amounts: savings.filter((each) => each.currency === currency).map((each) => [each.amount]),
      },
      {
        kind: 'plans' as const,
        amounts: plans.filter((each) => each.currency === currency).map((each) => [each.amount, each.total]),
      },
    ].flatMap(({ kind, amounts }) => {
      const sum = sumOf(amounts.flat(), scale)
      return sum > 0n ? [{ kind, sum, count: amounts.length }] : []
    })
    const apart = invested.reduce((all, { sum }) => all + sum, 0n)
    const held = sumOf([frozen], scale)
    if (apart === 0n || apart > held)
      return [{ id: currency, kind: 'currency', currency, balance, available, count: 0 }]
    const rest = formatMoney(sumOf([balance], scale) - apart, scale)
    return [
      { id: currency, kind: 'currency', currency, balance: rest, available, count: 0 },
      ...invested.map(({ kind, sum, count }) => ({
        ...{ id: `${kind} ${currency}`, kind, currency, count },
        ...{ balance: formatMoney(sum, scale), available: '0' },
      })),
    ]
  })
}
