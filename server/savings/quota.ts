import { Refusal } from '../../src/api/wire/messages.ts'
import { currencyOf } from '../../src/rules/money/currencies.ts'
import { formatMoney, type Minor, parseMoney } from '../../src/rules/money/money.ts'
import { type SavingsProduct, savingsProducts } from '../../src/rules/savings/savings.ts'
import { isPostgres } from '../platform/database/compiled.ts'
import type { Db, Tx } from '../platform/database/database.ts'
import type { Batch } from '../platform/unit/defer.ts'
import type { Unit } from '../platform/unit/unit.ts'

declare module '../platform/database/tables.ts' {
  interface Tables {
    savings_taken: { product: string; taken: bigint }
  }
}

const quotaOf = ({ quota, currency }: SavingsProduct): Minor => parseMoney(quota, currencyOf(currency).scale) ?? 0n

/** What is left of a product's quota, in minor units. */
export async function leftOf(db: Db | Tx, product: SavingsProduct): Promise<Minor> {
  const row = await db.selectFrom('savings_taken').select('taken').where('product', '=', product.id).executeTakeFirst()
  const left = quotaOf(product) - (row?.taken ?? 0n)
  return left > 0n ? left : 0n
}

/**
 * Takes part of a product's quota; concurrent deposits are serialised by its lock.
 *
 * @throws Refusal `quotaReached`
 */
export async function takeQuota(unit: Unit, product: SavingsProduct, amount: Minor): Promise<void> {
  const { tx } = unit
  await lockQuotas(tx)
  const { numUpdatedRows } = await tx
    .updateTable('savings_taken')
    .set((eb) => ({ taken: eb('taken', '+', amount) }))
    .where('product', '=', product.id)
    .where('taken', '<=', quotaOf(product) - amount)
    .executeTakeFirst()
  if (numUpdatedRows === 1n) return
  const { currency } = product
  const limit = formatMoney(await leftOf(tx, product), currencyOf(currency).scale)
  throw new Refusal('quotaReached', { limit, currency })
}

/** Leaves what a deposit took of its product's quota to be given back with the unit. */
export const giveBack = (unit: Unit, product: string, amount: Minor): void => unit.defer(returns, { product, amount })

const returns: Batch<{ product: string; amount: Minor }> = {
  stage: 'orders',
  write: async ({ tx }, all) => {
    const sums = new Map<string, Minor>()
    for (const { product, amount } of all) sums.set(product, (sums.get(product) ?? 0n) + amount)
    await lockQuotas(tx)
    for (const [product, amount] of sums) {
      await tx
        .updateTable('savings_taken')
        .set((eb) => ({ taken: eb('taken', '-', amount) }))
        .where('product', '=', product)
        .execute()
    }
  },
}

/**
 * Locks the quotas of all products until the transaction ends, in a fixed order: units of several users share a transaction, each with its
 * own product, so two transactions could otherwise deadlock.
 */
async function lockQuotas(tx: Tx): Promise<void> {
  const all = tx.selectFrom('savings_taken').select('product').orderBy('product')
  const lock = () => (isPostgres(tx) ? all.forNoKeyUpdate() : all).execute()
  const known = new Set((await lock()).map(({ product }) => product))
  const missing = savingsProducts.map(({ id }) => id).filter((id) => !known.has(id))
  if (missing.length === 0) return
  await tx
    .insertInto('savings_taken')
    .values(missing.sort().map((product) => ({ product, taken: 0n })))
    .onConflict((conflict) => conflict.column('product').doNothing())
    .execute()
  await lock()
}
