import type { ForexOrder } from '../../../api/forex.ts'
import { forexStatus } from '../../../api/status.ts'
import { formatPlain } from '../../format.ts'
import { useWords } from '../../i18n/index.ts'

/** Texts about a position. */
export function useForexWords() {
  const { t, lang } = useWords()
  return {
    /** A number of lots. */
    lots: (lots: string) => t('forex.count', { count: Number(lots), lots: formatPlain(lots, lang) }),
    /** A position's state, and once closed, the cause. */
    standing: ({ state, status, cause, voidReason }: Pick<ForexOrder, 'state' | 'status' | 'cause' | 'voidReason'>) => {
      if (cause !== null) return cause === 'stopOut' ? t('forex.cause.stopOut') : t(`lever.cause.${cause}`)
      if (voidReason !== null) return t(`lever.void.${voidReason}`)
      if (state === 'unexpected') return t('orders.result.unexpected')
      return t(`forex.status.${forexStatus[status] ?? 'inTransaction'}`)
    },
  }
}
