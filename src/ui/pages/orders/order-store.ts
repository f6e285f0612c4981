import i18next from 'i18next'
import { createOrderStore, type OrderNews, type OrderStoreOptions } from '../../../machines/trade/order-store.ts'
import type { OrderFormKind, OrderOffer, Symbolic } from '../../../machines/trade/orderForm.ts'
import { instrumentOf } from '../../../rules/market/instruments.ts'
import type { Deps } from '../../app/deps.ts'
import { pairOf } from '../../format/instrument-names.ts'
import { refusalText } from '../../format/refusal-text.ts'
import { holdOpen } from '../../forms/open-forms.ts'
import { newRequestId } from '../../forms/request-id.ts'
import { ordersPlace } from './orders-place.ts'
import type { OrderTexts } from './uncertain.tsx'

type ComposedKind<Way, Form extends object, Offer, Change, Answer> = OrderFormKind<Way, Form, Offer, Change, Answer> &
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
    notice.send({
      type: 'notice.show',
      notice: {
        text: labelOf(noun, news),
        tone: tones[news.type],
        ...(news.type !== 'ordered' && { stays: true, link: ordersLink(news) }),
      },
    }),
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
const ordersLink = ({ symbol }: OrderNews) => ({
  to: ordersPlace(instrumentOf(symbol)),
  label: i18next.t('microtrade.seeOrders'),
})

const tones = { ordered: 'good', refused: 'bad', unknown: 'plain' } as const

function labelOf(noun: OrderTexts, news: OrderNews): string {
  const pair = pairOf(news.symbol)
  if (news.type !== 'refused') return i18next.t(texts[noun][news.type], { pair })
  return i18next.t(texts[noun].refused, { pair, reason: news.refusal ? refusalText(news.refusal) : '' })
}
