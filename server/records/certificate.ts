import type { Certificate } from '../../src/api/money/records.ts'
import { Refusal } from '../../src/api/wire/messages.ts'
import { metaOf } from '../../src/machines/orders/life.ts'
import { movementsOf } from '../ledger/module.ts'
import { kindsOf, orderOf } from '../orders/module.ts'
import type { Platform } from '../platform/context.ts'
import { onWire } from './on-wire.ts'

/** More movements than any transfer has. */
const MOVEMENTS_MAX = 50
/** The code of what succeeded, among the transaction statuses. */
const SUCCEEDED = 1

/**
 * The certificate of a successful payment in or out: the order, and its ledger entries.
 *
 * @throws Refusal `dataNotFound`
 */
export async function certificateOf(
  { db, modules }: Pick<Platform, 'db' | 'modules'>,
  userId: string,
  { cause, id }: { cause: string; id: string },
): Promise<Certificate> {
  const paying = new Set(modules.flatMap(({ paysInOrOut = [] }) => paysInOrOut))
  const kind = kindsOf(modules).find(({ name }) => name === cause && paying.has(name))
  const order = kind && (await orderOf(db, kind, userId, id))
  if (!order || metaOf(kind.machine, order.state).status !== SUCCEEDED) throw new Refusal('dataNotFound')
  const movements = await movementsOf(db, userId, { cause, causeId: id, currency: order.currency }, MOVEMENTS_MAX)
  return { cause, order: kind.toWire(order), movements: movements.map(onWire) } as Certificate
}
