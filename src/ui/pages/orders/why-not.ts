import type { MessageKey } from '../../../api/wire/messages.ts'
import type { MarketNow } from '../../../machines/trade/orderForm.ts'
import { messageText, type useWords } from '../../i18n/index.ts'

/** Why no order is possible now, whatever is typed; `undefined` if one is. */
export function whyNot(
  t: ReturnType<typeof useWords>['t'],
  market: MarketNow,
  closed: MessageKey | null | undefined,
): string | undefined {
  if (closed) return messageText(closed)
  if (market === 'closed') return messageText('marketClosed')
  return market === 'stale' ? t('microtrade.noPrice') : undefined
}
