import type { MicrotradeOrder } from '../../../api/trade/microtrade.ts'
import { instrumentOf } from '../../../rules/market/instruments.ts'
import type { LiveQuote } from '../../../streams/quoteBook.ts'
import { useServices } from '../../app/services.ts'
import { useLabels } from '../../i18n/index.ts'
import { useBind, writeText } from '../../parts/bind.ts'
import { Price } from '../../parts/lists/price.tsx'
import css from './orders.module.css'
import { standingOf } from './profit.ts'

/** The current price and the option's result at it. Bypasses React. */
export function LiveStanding({ order }: { order: MicrotradeOrder }) {
  const { quotes } = useServices()
  const { t } = useLabels()
  const quote$ = quotes.quote$(order.symbol)
  // The text is missing before the option opens and cannot be observed then: observe its frame instead.
  const ref = useBind<LiveQuote, HTMLSpanElement>(quote$, ({ firstElementChild: word }, { price, fresh }) => {
    if (!(word instanceof HTMLElement)) return
    const standing = standingOf(order, price)
    const text = standing ? t(`orders.standing.${standing}`) : ''
    word.dataset.fresh = String(fresh)
    word.dataset.standing = standing ?? ''
    writeText(word, text)
  })
  return (
    <span ref={ref} className={css.now}>
      <span className={css.standing} />
      <Price quote$={quote$} scale={instrumentOf(order.symbol).scale} />
    </span>
  )
}
