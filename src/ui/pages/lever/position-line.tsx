import { useMemo } from 'react'
import type { LeverOrder } from '../../../api/trade/lever.ts'
import type { LiveQuote } from '../../../streams/quoteBook.ts'
import { useServices } from '../../app/services.ts'
import { useBind } from '../../parts/bind.ts'
import css from '../orders/order-card.module.css'
import { marksOf, shareOf } from './line.ts'

/**
 * A position on a price scale: liquidation, stop, entry, last price and profit target. Decorative: the figures below give the same. Moving
 * parts bypass React.
 */
export function PositionLine({ order }: { order: LeverOrder }) {
  const { quotes } = useServices()
  // biome-ignore lint/correctness/useExhaustiveDependencies: an order's version rises whenever something in it changes
  const marks = useMemo(() => marksOf(order), [order.id, order.version])
  const ref = useBind<LiveQuote, HTMLDivElement>(quotes.quote$(order.symbol), (line, { price, fresh }) => {
    const now = marks && shareOf(marks.range, Number(price))
    if (!marks || now === undefined) return
    const [from, to] = [Math.min(now, marks.entry), Math.max(now, marks.entry)]
    line.style.setProperty('--now', String(now))
    line.style.setProperty('--from', String(from))
    line.style.setProperty('--to', String(to))
    line.dataset.way = now >= marks.entry ? 'up' : 'down'
    line.dataset.fresh = String(fresh)
  })
  if (!marks) return null
  return (
    <div ref={ref} className={css.position} aria-hidden="true">
      <span className={css.run} />
      {marks.points.map(({ name, at }) => (
        <span key={name} className={css.point} data-dot={name} style={{ insetInlineStart: `${at * 100}%` }} />
      ))}
      <span className={css.nowPoint} data-dot="now" />
    </div>
  )
}
