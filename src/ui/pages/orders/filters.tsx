import type { ReactNode } from 'react'
import { useState } from 'react'
import { markets, results } from '../../../rules/orders/order-list.ts'
import { usePart } from '../../app/part.ts'
import type { UiKey } from '../../i18n/index.ts'
import { useLabels } from '../../i18n/index.ts'
import { FilterActions } from '../../lists/filter-actions.tsx'
import { Choice } from '../../parts/fields/choice.tsx'
import { FilterBar } from '../../parts/lists/filter-bar.tsx'
import { Sheet } from '../../parts/sheet/sheet.tsx'
import { orders } from './part.ts'
import css from './trade.module.css'
import { type Filter, noFilter, type Period, periods, ways } from './use-filter.ts'

/** Labels of markets and outcomes. */
export const marketNames = { crypto: 'market.crypto', forex: 'title.forex' } as const satisfies Record<string, UiKey>
const resultNames = {
  won: 'orders.result.won',
  lost: 'orders.result.lost',
  returned: 'orders.returned',
  traded: 'orders.traded',
} as const
const wayNames = { rise: 'orders.way.rise', fall: 'orders.way.fall' } as const
const periodNames = { day: 'orders.period.day', week: 'orders.period.week', month: 'orders.period.month' } as const

type FiltersProps = {
  filter: Filter
  /** Whether kinds can be chosen. */
  ofKind: boolean
  /** Whether it is of ended orders. */
  ended: boolean
  /** How many orders a filter shows; absent while unknown. */
  countOf: (filter: Filter) => number | undefined
  onChoose: (filter: Filter) => void
  trailing?: ReactNode
}

/** The filter of orders: one button with what is active, and a sheet with all of it. */
export function Filters({ filter, ofKind, ended, countOf, onChoose, trailing }: FiltersProps) {
  const { kinds } = usePart(orders)
  const { t } = useLabels()
  const [open, setOpen] = useState(false)
  const [draft, setDraft] = useState(filter)
  const count = countOf(draft)
  const all = { value: 'all', label: t('orders.all') } as const
  const groups = [
    ...(ofKind
      ? [{ id: 'kind', legend: t('orders.kind'), options: Array.from(kinds, ([value, { name }]) => [value, t(name)]) }]
      : []),
    { id: 'market', legend: t('orders.market'), options: markets.map((each) => [each, t(marketNames[each])]) },
    { id: 'way', legend: t('orders.side'), options: ways.map((each) => [each, t(wayNames[each])]) },
    ...(ended
      ? [
          { id: 'result', legend: t('orders.outcome'), options: results.map((each) => [each, t(resultNames[each])]) },
          {
            id: 'period',
            legend: t('filter.period'),
            options: (Object.keys(periods) as Period[]).map((each) => [each, t(periodNames[each])]),
          },
        ]
      : []),
  ] satisfies readonly unknown[] as unknown as readonly Group[]
  const active = groups.flatMap(({ id, options }) => {
    const chosen = options.find(([value]) => value === filter[id])
    if (!chosen) return []
    const [, label] = chosen
    const onRemove = () => onChoose({ ...filter, [id]: undefined })
    return [{ id, label, removeLabel: t('orders.removeFilter', { name: label }), onRemove }]
  })
  return (
    <>
      <FilterBar
        label={t('filter.open')}
        active={active}
        onOpen={() => {
          setDraft(filter)
          setOpen(true)
        }}
        trailing={trailing}
      />
      <Sheet open={open} onClose={() => setOpen(false)} title={t('filter.open')}>
        <div className={css.groups}>
          {groups.map(({ id, legend, options }) => (
            <Choice
              key={id}
              legend={legend}
              options={[all, ...options.map(([value, label]) => ({ value, label }))]}
              value={draft[id] ?? 'all'}
              onChange={(value) => setDraft({ ...draft, [id]: value === 'all' ? undefined : value })}
            />
          ))}
        </div>
        <FilterActions
          filter={draft}
          show={count === undefined ? t('orders.showOrders') : t('orders.show', { count })}
          onShow={() => {
            onChoose(draft)
            setOpen(false)
          }}
          onClear={() => setDraft(noFilter)}
        />
      </Sheet>
    </>
  )
}

type Group = { id: keyof Filter; legend: string; options: readonly (readonly [value: string, label: string])[] }
