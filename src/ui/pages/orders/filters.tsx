import { markets, results } from '../../../rules/orders/order-list.ts'
import { usePart } from '../../app/part.ts'
import type { UiKey } from '../../i18n/index.ts'
import { useLabels } from '../../i18n/index.ts'
import { Choice } from '../../parts/fields/choice.tsx'
import { orders } from './part.ts'
import css from './trade.module.css'
import type { Filter } from './use-filter.ts'

/** Labels of markets and outcomes. */
export const marketNames = { crypto: 'market.crypto', forex: 'orders.forex' } as const satisfies Record<string, UiKey>
const resultNames = {
  won: 'orders.result.won',
  lost: 'orders.result.lost',
  returned: 'orders.returned',
  traded: 'orders.traded',
} as const

type FiltersProps = {
  filter: Filter
  /** Whether kinds can be chosen. */
  ofKind: boolean
  onChoose: (filter: Filter) => void
}

/** The filters of the order history. */
export function Filters({ filter, ofKind, onChoose }: FiltersProps) {
  const { kinds } = usePart(orders)
  const { t } = useLabels()
  const all = { value: 'all', label: t('orders.all') } as const
  const given = <V extends string>(value: V | 'all') => (value === 'all' ? undefined : value)
  return (
    <div className={css.filters}>
      {ofKind && (
        <Choice
          look="pills"
          legend={t('orders.kind')}
          hideLegend
          options={[all, ...Array.from(kinds, ([value, { name }]) => ({ value, label: t(name) }))]}
          value={filter.kind ?? 'all'}
          onChange={(value) => onChoose({ ...filter, kind: given(value) })}
        />
      )}
      <Choice
        look="pills"
        legend={t('orders.market')}
        hideLegend
        options={[all, ...markets.map((value) => ({ value, label: t(marketNames[value]) }))]}
        value={filter.market ?? 'all'}
        onChange={(value) => onChoose({ ...filter, market: given(value) })}
      />
      <Choice
        look="pills"
        legend={t('orders.outcome')}
        hideLegend
        options={[all, ...results.map((value) => ({ value, label: t(resultNames[value]) }))]}
        value={filter.result ?? 'all'}
        onChange={(value) => onChoose({ ...filter, result: given(value) })}
      />
    </div>
  )
}
