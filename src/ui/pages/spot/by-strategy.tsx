import { useLocation } from 'wouter'
import type { SpotOrder } from '../../../api/trade/spot.ts'
import { useLabels } from '../../i18n/index.ts'
import { LinkButton } from '../../parts/buttons/button.tsx'
import { STRATEGY_ORDERS } from '../../router/places.ts'
import { placeOf } from '../../router/router.ts'
import css from '../orders/order-card.module.css'

type Order = Pick<SpotOrder, 'strategyId'>

/** Whether this is a strategy's page: all of its orders belong to that strategy. */
export function useIsOfPage(): boolean {
  const [path] = useLocation()
  return path === STRATEGY_ORDERS
}

/** The strategy that placed an order, unless the page shows it; null for the user’s own order. */
function useStrategyOf({ strategyId }: Order): string | null {
  return useIsOfPage() ? null : strategyId
}

/** A link to the strategy that placed an order. */
export function ByStrategy({ order }: { order: Order }) {
  const { t } = useLabels()
  const strategy = useStrategyOf(order)
  if (strategy === null) return null
  return (
    <LinkButton kind="plain" to={placeOf(STRATEGY_ORDERS, { strategy })}>
      {t('spot.byStrategy')}
    </LinkButton>
  )
}

/** Says in a row that a strategy placed an order. */
export function ByStrategyText({ order }: { order: Order }) {
  const { t } = useLabels()
  return useStrategyOf(order) !== null && <span className={css.line}>{t('spot.byStrategy')}</span>
}
