import i18next from 'i18next'
import { createOrderStore, type OrderFormEffects, type OrderNews } from '../../../machines/trade/order-store.ts'
import type { OrderFormKind, OrderOffer, Symbolic } from '../../../machines/trade/orderForm.ts'
import type { Deps } from '../../app/deps.ts'
import { pairOf } from '../../format/instrument-names.ts'
import { refusalText } from '../../format/refusal-text.ts'
import { holdOpen } from '../../forms/open-forms.ts'
import { newRequestId } from '../../forms/request-id.ts'

/** Places orders of a kind, independently of the page: a notice reports the outcome of an order whose page was left. */
export function composeOrderStore<Way, Form extends Symbolic, Offer extends OrderOffer, Change, Answer>(
  { person$, inspection, notice, serverTime, watchAccount }: Deps,
  kind: OrderFormKind<Way, Form, Offer, Change, Answer> & Pick<OrderFormEffects, 'watchPrice'>,
) {
  const store = createOrderStore({
    ...kind,
    watchAccount,
    newRequestId,
    serverNow: serverTime.serverNow,
    userId$: person$,
    inspection,
  })
  holdOpen(store.pending$)
  store.news$.subscribe((news) =>
    notice.send({ type: 'notice.show', notice: { text: wordsOf(news), tone: tones[news.type] } }),
  )
  return store
}

const tones = { ordered: 'good', refused: 'bad', unknown: 'plain' } as const

function wordsOf(news: OrderNews): string {
  const pair = pairOf(news.symbol)
  if (news.type !== 'refused') return i18next.t(`lever.left.${news.type}`, { pair })
  return i18next.t('lever.left.refused', { pair, reason: news.refusal ? refusalText(news.refusal) : '' })
}
