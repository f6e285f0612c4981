import type { MessageKey } from '../../../api/wire/messages.ts'
import type { MarketNow } from '../../../machines/trade/orderForm.ts'
import { messageText, type useLabels } from '../../i18n/index.ts'

/** Why no order is possible now, whatever is typed; `undefined` if one is. */
export function whyNot(
  t: ReturnType<typeof useLabels>['t'],
  market: MarketNow,
  closed: MessageKey | null | undefined,
): string | undefined {
  if (closed) return messageText(closed)
  if (market === 'closed') return messageText('marketClosed')
  return market === 'stale' ? t('microtrade.noPrice') : undefined
}
