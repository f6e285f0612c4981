import i18next from 'i18next'
import { createOrderStore, type OrderNews, type OrderStoreOptions } from '../../../machines/trade/order-store.ts'
import type { OrderFormKind, OrderOffer, Symbolic } from '../../../machines/trade/orderForm.ts'
import type { Deps } from '../../app/deps.ts'
import { pairOf } from '../../format/instrument-names.ts'
import { refusalText } from '../../format/refusal-text.ts'
import { holdOpen } from '../../forms/open-forms.ts'
import { newRequestId } from '../../forms/request-id.ts'
import type { OrderTexts } from './uncertain.tsx'

type ComposedKind<Way, Form, Offer, Change, Answer> = OrderFormKind<Way, Form, Offer, Change, Answer> &
  Pick<OrderStoreOptions<Way, Form, Offer, Change, Answer>, 'perSymbol'> & { noun?: OrderTexts }

/** Places orders of a kind, independently of the page: a notice reports the outcome of an order whose page was left. */
export function composeOrderStore<Way, Form extends Symbolic, Offer extends OrderOffer, Change, Answer>(
  { person$, inspection, notice, serverTime }: Deps,
  { noun = 'lever', ...kind }: ComposedKind<Way, Form, Offer, Change, Answer>,
) {
  const store = createOrderStore({
    ...kind,
    newRequestId,
    serverNow: serverTime.serverNow,
    userId$: person$,
    inspection,
  })
  holdOpen(store.pending$)
  store.news$.subscribe((news) =>
    notice.send({ type: 'notice.show', notice: { text: labelOf(noun, news), tone: tones[news.type] } }),
  )
  return store
}

const texts = {
  lever: { ordered: 'lever.left.ordered', refused: 'lever.left.refused', unknown: 'lever.left.unknown' },
  microtrade: {
    ordered: 'microtrade.left.ordered',
    refused: 'microtrade.left.refused',
    unknown: 'microtrade.left.unknown',
  },
} as const
const tones = { ordered: 'good', refused: 'bad', unknown: 'plain' } as const

function labelOf(noun: OrderTexts, news: OrderNews): string {
  const pair = pairOf(news.symbol)
  if (news.type !== 'refused') return i18next.t(texts[noun][news.type], { pair })
  return i18next.t(texts[noun].refused, { pair, reason: news.refusal ? refusalText(news.refusal) : '' })
}
