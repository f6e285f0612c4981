import type { SpotOrder } from '../../../api/trade/spot.ts'
import { formatCount } from '../../format/format.ts'
import { pairOf } from '../../format/instrument-names.ts'
import { useLabels } from '../../i18n/index.ts'
import { Card } from '../../parts/lists/list.tsx'
import { Icon } from '../../parts/marks/icons.tsx'
import css from '../orders/order-card.module.css'
import { OrderCards, OrderInCard } from '../orders/order-card.tsx'
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

/** The orders of one strategy, folded: their number, a link to it, and each of them. */
function OfStrategy({ orders }: Orders) {
  const { t, lang } = useLabels()
  const [first] = orders
  if (!first) return null
  return (
    <Card>
      <h3 className={css.pair}>{pairOf(first.symbol)}</h3>
      <ByStrategy order={first} />
      <details className={own.folded}>
        <summary>
          {t('spot.ofStrategy', { number: formatCount(orders.length, lang) })}
          <Icon name="forward" size={20} className={own.fold} />
        </summary>
        <ul>
          {orders.map((order) => (
            <li key={order.id}>
              <OrderInCard facts={spotFacts} order={order} />
            </li>
          ))}
        </ul>
      </details>
    </Card>
  )
}
