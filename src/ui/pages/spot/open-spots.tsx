import type { SpotOrder } from '../../../api/trade/spot.ts'
import { formatCount } from '../../format/format.ts'
import { pairOf } from '../../format/instrument-names.ts'
import { useLabels } from '../../i18n/index.ts'
import { Icon } from '../../parts/marks/icons.tsx'
import { OrderCards } from '../orders/order-card.tsx'
import { ByStrategy, useIsOfPage } from './by-strategy.tsx'
import { spotFacts } from './facts.tsx'
import own from './spot.module.css'

type Orders = { orders: readonly SpotOrder[] }

/** The open spot orders: the user's own, one card each, then those of each strategy together. */
export function OpenSpots({ orders }: Orders) {
  const isOfPage = useIsOfPage()
  const strategies = [...new Set(orders.flatMap(({ strategyId }) => strategyId ?? []))]
  if (isOfPage || strategies.length === 0) return <OrderCards facts={spotFacts} orders={orders} />
  const ofOwner = orders.filter(({ strategyId }) => strategyId === null)
  return (
    <>
      {ofOwner.length > 0 && <OrderCards facts={spotFacts} orders={ofOwner} />}
      {strategies.map((strategy) => (
        <OfStrategy key={strategy} orders={orders.filter(({ strategyId }) => strategyId === strategy)} />
      ))}
    </>
  )
}

/** Below the link to their strategy, they need none of their own. */
const { Origin: _, ...ofStrategy } = spotFacts

/** The orders of one strategy, folded: their number, a link to it, and each of them. */
function OfStrategy({ orders }: Orders) {
  const { t, lang } = useLabels()
  const [first] = orders
  if (!first) return null
  return (
    <details className={own.folded}>
      <summary>
        <span>
          <span className={own.pair}>{pairOf(first.symbol)}</span> ·{' '}
          <span>{t('spot.ofStrategy', { number: formatCount(orders.length, lang) })}</span>
        </span>
        <Icon name="forward" size={20} className={own.fold} />
      </summary>
      <ByStrategy order={first} />
      <OrderCards facts={ofStrategy} orders={orders} />
    </details>
  )
}
