import type { MoneyMovement, MoneyRecord } from '../../src/api/money/records.ts'
import { currencyOf } from '../../src/rules/money/currencies.ts'
import { formatMoney, type Minor } from '../../src/rules/money/money.ts'
import type { Movement } from '../ledger/module.ts'

/** A movement as the wire carries it. */
export function onWire({ at, amount, held, ...movement }: Movement): MoneyMovement {
  const { scale } = currencyOf(movement.currency)
  return { ...movement, at: Number(at), amount: formatMoney(amount, scale), held: formatMoney(held, scale) }
}

/** What is known beside a movement: the balance right after it, its owner's note, and whose income it is a share of. */
export type Beside = { balance: Minor | undefined; note: string | undefined; person: string | undefined }

/** A movement as a record. */
export const recordOnWire = (movement: Movement, { balance, note, person }: Beside): MoneyRecord => ({
  ...onWire(movement),
  balance: balance === undefined ? null : formatMoney(balance, currencyOf(movement.currency).scale),
  note: note ?? null,
  person: person ?? null,
})
