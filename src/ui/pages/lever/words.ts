import type { LeverOrder } from '../../../api/lever.ts'
import { useWords } from '../../i18n/index.ts'

/** How a contract is spoken of. */
export function useLeverWords() {
  const { t } = useWords()
  /** What it is or came to, and why nothing where it came to that. */
  const result = ({ state, voidReason }: Pick<LeverOrder, 'state' | 'voidReason'>) =>
    voidReason === null ? t(`orders.result.${state}`) : t(`lever.void.${voidReason}`)
  return {
    result,
    /** How it stands, and once it is closed by what it was. */
    standing: (order: Pick<LeverOrder, 'state' | 'voidReason' | 'cause'>) =>
      order.cause === null ? result(order) : t(`lever.cause.${order.cause}`),
  }
}
