import type { MoneyRecord } from '../../src/api/money/records.ts'
import { currencyOf } from '../../src/rules/money/currencies.ts'
import { formatMoney } from '../../src/rules/money/money.ts'
import type { Movement } from '../ledger/module.ts'

/** A movement as the wire carries it. */
export function onWire({ at, amount, held, ...movement }: Movement): MoneyRecord {
  const { scale } = currencyOf(movement.currency)
  return { ...movement, at: Number(at), amount: formatMoney(amount, scale), held: formatMoney(held, scale) }
}
