import { useLocation } from 'wouter'
import type { SpotOrder } from '../../../api/spot.ts'
import { placeOf } from '../../hash.ts'
import { useWords } from '../../i18n/index.ts'
import { LinkButton } from '../../parts/button.tsx'
import { STRATEGY_ORDERS } from '../../places.ts'

type Order = Pick<SpotOrder, 'strategyId'>

/** Whether the page is that of a strategy: all orders on it are of that one. */
export function useIsOfPage(): boolean {
  const [path] = useLocation()
  return path === STRATEGY_ORDERS
}

/** Which strategy placed an order, where that is not said by the page; null of a person’s own. */
export function useStrategyOf({ strategyId }: Order): string | null {
  return useIsOfPage() ? null : strategyId
}

/** The way to the strategy that placed an order. */
export function ByStrategy({ order }: { order: Order }) {
  const { t } = useWords()
  const strategy = useStrategyOf(order)
  if (strategy === null) return null
  return (
    <LinkButton kind="plain" to={placeOf(STRATEGY_ORDERS, { strategy })}>
      {t('spot.byStrategy')}
    </LinkButton>
  )
}
