import i18next from 'i18next'
import type { AnyStateMachine } from 'xstate'
import { createOrderDesk, type OrderDeskOptions, type OrderNews } from '../../../machines/trade/order-desk.ts'
import type { Ground } from '../../ground.ts'
import { pairOf } from '../../instrument-names.ts'
import { holdOpen } from '../../open-forms.ts'
import { refusalText } from '../../refusal-text.ts'

/** Places orders of a kind, independently of the page: a notice reports the outcome of an order whose page was left. */
export function composeOrderDesk<Way, Machine extends AnyStateMachine>(
  { person$, inspection, notice }: Pick<Ground, 'person$' | 'inspection' | 'notice'>,
  options: Pick<OrderDeskOptions<Way, Machine>, 'machine' | 'inputOf'>,
) {
  const desk = createOrderDesk({ ...options, userId$: person$, inspection })
  holdOpen(desk.pending$)
  desk.news$.subscribe((news) =>
    notice.send({ type: 'notice.show', notice: { text: wordsOf(news), tone: tones[news.type] } }),
  )
  return desk
}

const tones = { ordered: 'good', refused: 'bad', unknown: 'plain' } as const

function wordsOf(news: OrderNews): string {
  const pair = pairOf(news.symbol)
  if (news.type !== 'refused') return i18next.t(`lever.left.${news.type}`, { pair })
  return i18next.t('lever.left.refused', { pair, reason: news.refusal ? refusalText(news.refusal) : '' })
}
