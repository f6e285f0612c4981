import type { ReactNode } from 'react'
import type { Order } from '../../../api/trade/orders.ts'
import { usePart } from '../../app/part.ts'
import { formatCount } from '../../format/format.ts'
import { pairOf } from '../../format/instrument-names.ts'
import { useLabels } from '../../i18n/index.ts'
import { LinkButton } from '../../parts/buttons/button.tsx'
import { Folded } from '../../parts/lists/folded.tsx'
import css from './fold.module.css'
import { foldedOf } from './folded.ts'
import { orders as part } from './part.ts'

type FoldProps = { symbol: string; count: number; to: string; children: ReactNode }

/** The orders of one strategy, folded: their number, a link to it, and each of them. */
export function Fold({ symbol, count, to, children }: FoldProps) {
  const { t, lang } = useLabels()
  return (
    <Folded
      framed
      title={
        <>
          <span className={css.pair}>{pairOf(symbol)}</span> ·{' '}
          <span>{t('orders.ofStrategy', { number: formatCount(count, lang) })}</span>
        </>
      }
    >
      <LinkButton kind="plain" to={to}>
        {t('spot.byStrategy')}
      </LinkButton>
      {children}
    </Folded>
  )
}

type FoldedListProps = {
  orders: readonly Order[]
  /** The name of the list, for screen readers. */
  label?: string
  className: string | undefined
  /** One order. */
  children: (order: Order) => ReactNode
}

/** A list of orders, in which those of one strategy are one entry. */
export function FoldedList({ orders, label, className, children }: FoldedListProps) {
  const { kinds } = usePart(part)
  return (
    <ul className={className} aria-label={label}>
      {foldedOf(kinds, orders).map(({ id, to, orders: own }) => (
        <li key={id}>
          {to !== undefined && own.length > 1 ? (
            <Fold symbol={own[0].symbol} count={own.length} to={to}>
              <ul className={className}>
                {own.map((order) => (
                  <li key={order.id}>{children(order)}</li>
                ))}
              </ul>
            </Fold>
          ) : (
            children(own[0])
          )}
        </li>
      ))}
    </ul>
  )
}
