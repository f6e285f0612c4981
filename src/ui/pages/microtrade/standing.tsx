import type { MicrotradeOrder } from '../../../api/microtrade.ts'
import { instrumentOf } from '../../../rules/instruments.ts'
import { standingOf } from '../../../rules/option-figures.ts'
import type { LiveQuote } from '../../../streams/quoteBook.ts'
import { useBind } from '../../bind.ts'
import { useWords } from '../../i18n/index.ts'
import { Price } from '../../parts/price.tsx'
import { useServices } from '../../services.ts'
import css from './orders.module.css'

/** The price now, and how the option stands at it. Written past React. */
export function LiveStanding({ order }: { order: MicrotradeOrder }) {
  const { quotes } = useServices()
  const { t } = useWords()
  const quote$ = quotes.quote$(order.symbol)
  const word = useBind<LiveQuote, HTMLSpanElement>(quote$, (element, { price, fresh }) => {
    const standing = standingOf(order, price)
    const text = standing ? t(`orders.standing.${standing}`) : ''
    element.dataset.fresh = String(fresh)
    element.dataset.standing = standing ?? ''
    if (element.textContent !== text) element.textContent = text
  })
  return (
    <span className={css.now}>
      <span ref={word} className={css.standing} />
      <Price quote$={quote$} scale={instrumentOf(order.symbol).scale} />
    </span>
  )
}
