import type { MoneyMovement, MoneyRecord } from '../../src/api/money/records.ts'
import { currencyOf } from '../../src/rules/money/currencies.ts'
import { formatMoney, type Minor } from '../../src/rules/money/money.ts'
import type { Movement } from '../ledger/module.ts'

/** A movement as the wire carries it. */
export function onWire({ at, amount, held, ...movement }: Movement): MoneyMovement {
  const { scale } = currencyOf(movement.currency)
  return { ...movement, at: Number(at), amount: formatMoney(amount, scale), held: formatMoney(held, scale) }
}

/** A movement as a record, with the balance right after it, if known. */
export const recordOnWire = (movement: Movement, balance: Minor | undefined): MoneyRecord => ({
  ...onWire(movement),
  balance: balance === undefined ? null : formatMoney(balance, currencyOf(movement.currency).scale),
})
