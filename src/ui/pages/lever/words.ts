import type { LeverOrder } from '../../../api/lever.ts'
import { useWords } from '../../i18n/index.ts'

/** Texts about a contract. */
export function useLeverWords() {
  const { t } = useWords()
  /** Its result, or why it was void. */
  const result = ({ state, voidReason }: Pick<LeverOrder, 'state' | 'voidReason'>) =>
    voidReason === null ? t(`orders.result.${state}`) : t(`lever.void.${voidReason}`)
  return {
    result,
    /** Its state, and once closed, the cause. */
    standing: (order: Pick<LeverOrder, 'state' | 'voidReason' | 'cause'>) =>
      order.cause === null ? result(order) : t(`lever.cause.${order.cause}`),
  }
}
