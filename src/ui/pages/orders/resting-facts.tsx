import { useLabels } from '../../i18n/index.ts'
import { Facts } from '../../parts/lists/list.tsx'
import { figuresOf } from './figures.tsx'

type RestingFactsProps = {
  order: { symbol: string; currency: string; type: 'market' | 'limit' | 'stop'; price: string | null; reserve: string }
}

/** An order that can be cancelled: the price it waits for, and what is refunded. */
export function RestingFacts({ order }: RestingFactsProps) {
  const { t } = useLabels()
  const { money, price } = figuresOf(order, 'exact')
  return (
    <Facts
      facts={[
        { term: t(order.type === 'stop' ? 'lever.stopPrice' : 'lever.limitPrice'), value: price(order.price) },
        { term: t('lever.reserve'), value: money(order.reserve) },
      ]}
    />
  )
}
