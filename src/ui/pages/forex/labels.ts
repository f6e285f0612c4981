import type { ForexOrder } from '../../../api/trade/forex.ts'
import { forexStatus } from '../../../api/wire/status.ts'
import { formatPlain } from '../../format/format.ts'
import type { Labels } from '../orders/order-facts.ts'

/** A number of lots. */
export const lotsText = (lots: string, { t, lang }: Labels): string =>
  t('forex.count', { count: Number(lots), lots: formatPlain(lots, lang) })

/** A position's state, and once closed, the cause. */
export function standingText({ state, status, cause, voidReason }: ForexOrder, { t }: Labels): string {
  if (cause !== null) return cause === 'stopOut' ? t('forex.cause.stopOut') : t(`lever.cause.${cause}`)
  if (voidReason !== null) return t(`lever.void.${voidReason}`)
  if (state === 'unexpected') return t('orders.result.unexpected')
  return t(`forex.status.${forexStatus[status] ?? 'inTransaction'}`)
}
