import { markets, results } from '../../../rules/order-list.ts'
import type { UiKey } from '../../i18n/index.ts'
import { useWords } from '../../i18n/index.ts'
import { Choice } from '../../parts/choice.tsx'
import css from './trade.module.css'
import type { Filter } from './use-filter.ts'

/** What the markets and the outcomes of orders are called. */
export const marketNames = { crypto: 'market.crypto', forex: 'orders.forex' } as const satisfies Record<string, UiKey>
const resultNames = { won: 'orders.result.won', lost: 'orders.result.lost', returned: 'orders.returned' } as const

/** Which orders the history shows. */
export function Filters({ market, result, onChoose }: Filter & { onChoose: (filter: Filter) => void }) {
  const { t } = useWords()
  const all = { value: 'all', label: t('orders.all') } as const
  const given = <V extends string>(value: V | 'all') => (value === 'all' ? undefined : value)
  return (
    <div className={css.filters}>
      <Choice
        look="pills"
        legend={t('orders.market')}
        hideLegend
        options={[all, ...markets.map((value) => ({ value, label: t(marketNames[value]) }))]}
        value={market ?? 'all'}
        onChange={(value) => onChoose({ market: given(value), result })}
      />
      <Choice
        look="pills"
        legend={t('orders.outcome')}
        hideLegend
        options={[all, ...results.map((value) => ({ value, label: t(resultNames[value]) }))]}
        value={result ?? 'all'}
        onChange={(value) => onChoose({ market, result: given(value) })}
      />
    </div>
  )
}
