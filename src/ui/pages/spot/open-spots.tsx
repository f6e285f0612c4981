import type { SpotOrder } from '../../../api/trade/spot.ts'
import { STRATEGY_ORDERS } from '../../router/places.ts'
import { placeOf } from '../../router/router.ts'
import { Fold } from '../orders/fold.tsx'
import { OrderCards } from '../orders/order-card.tsx'
import { useIsOfPage } from './by-strategy.tsx'
import { spotFacts } from './facts.tsx'

/** Below the link to their strategy, its orders need none of their own. */
const { Origin: _, ...ofStrategy } = spotFacts

/** The open spot orders: the user's own, one card each, then those of each strategy together. */
export function OpenSpots({ orders }: { orders: readonly SpotOrder[] }) {
  const isOfPage = useIsOfPage()
  const ofOwner = orders.filter(({ strategyId }) => isOfPage || strategyId === null)
  const strategies = isOfPage ? [] : [...new Set(orders.flatMap(({ strategyId }) => strategyId ?? []))]
  return (
    <>
      {ofOwner.length > 0 && <OrderCards facts={spotFacts} orders={ofOwner} />}
      {strategies.map((strategy) => {
        const placed = orders.filter(({ strategyId }) => strategyId === strategy)
        const to = placeOf(STRATEGY_ORDERS, { strategy })
        return (
          <Fold key={strategy} symbol={placed[0]?.symbol ?? ''} count={placed.length} to={to}>
            <OrderCards facts={ofStrategy} orders={placed} />
          </Fold>
        )
      })}
    </>
  )
}
