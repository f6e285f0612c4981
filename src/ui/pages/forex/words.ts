import type { ForexOrder } from '../../../api/forex.ts'
import { forexStatus } from '../../../api/status.ts'
import { formatPlain } from '../../format.ts'
import { useWords } from '../../i18n/index.ts'

/** How a position is spoken of. */
export function useForexWords() {
  const { t, lang } = useWords()
  return {
    /** So many lots. */
    lots: (lots: string) => t('forex.count', { count: Number(lots), lots: formatPlain(lots, lang) }),
    /** How a position stands, and once it is closed by what it was. */
    standing: ({ state, status, cause, voidReason }: Pick<ForexOrder, 'state' | 'status' | 'cause' | 'voidReason'>) => {
      if (cause !== null) return cause === 'stopOut' ? t('forex.cause.stopOut') : t(`lever.cause.${cause}`)
      if (voidReason !== null) return t(`lever.void.${voidReason}`)
      if (state === 'unexpected') return t('orders.result.unexpected')
      return t(`forex.status.${forexStatus[status] ?? 'inTransaction'}`)
    },
  }
}
