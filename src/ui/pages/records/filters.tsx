import { useState } from 'react'
import type { Lang } from '../../../api/wire/first-fields.ts'
import type { RecordFilter } from '../../../machines/money/recordList.ts'
import { currencies } from '../../../rules/money/currencies.ts'
import { isDay, type Span } from '../../../rules/time/months.ts'
import { dayOf } from '../../../rules/time/zone.ts'
import { useServices } from '../../app/services.ts'
import { formatDays, formatMonth } from '../../format/period.ts'
import { useZone } from '../../format/zone.ts'
import { useLabels } from '../../i18n/index.ts'
import { FilterActions } from '../../lists/filter-actions.tsx'
import { Field, SelectField } from '../../parts/fields/field.tsx'
import { FilterBar } from '../../parts/lists/filter-bar.tsx'
import { Sheet } from '../../parts/sheet/sheet.tsx'
import { setQuery } from '../../router/place-query.ts'
import { causeName, causes } from './labels.ts'
import css from './records.module.css'

const ALL = 'all'
const SPAN = 'span'
/** What the place asks for: a filter, and the words of a search. */
export type AskedRecords = Pick<RecordFilter, 'cause' | 'currency' | 'month' | 'from' | 'to'> & {
  q: string | undefined
}

const noFilter: AskedRecords = {
  cause: undefined,
  currency: undefined,
  month: undefined,
  from: undefined,
  to: undefined,
  q: undefined,
}

/** The period of a filter in words; undefined for all time. */
export function periodOf({ month, from, to }: Span, lang: Lang): string | undefined {
  if (month !== undefined) return formatMonth(month, lang)
  if (from !== undefined && to !== undefined) return formatDays(from, to, lang)
  return from === undefined && to === undefined ? undefined : `${from ?? '…'} – ${to ?? '…'}`
}

/** The active parts of a filter, each with the change that removes it. */
export function useActive(filter: AskedRecords) {
  const { t, lang } = useLabels()
  const { cause, currency, month, q } = filter
  const period = periodOf(filter, lang)
  return [
    ...(cause === undefined ? [] : [{ id: 'cause', label: t(causeName(cause)), without: { cause: undefined } }]),
    ...(period === undefined
      ? []
      : [
          {
            id: month === undefined ? 'span' : 'month',
            label: period,
            without: { month: undefined, from: undefined, to: undefined },
          },
        ]),
    ...(currency === undefined ? [] : [{ id: 'currency', label: currency, without: { currency: undefined } }]),
    ...(q === undefined ? [] : [{ id: 'q', label: q, without: { q: undefined } }]),
  ]
}

/** The filter: one button with what is active, and a sheet with all of it. `months`: those with records. */
export function Filters({ filter, months }: { filter: AskedRecords; months: readonly string[] }) {
  const { t } = useLabels()
  const [draft, setDraft] = useState<AskedRecords>()
  const active = useActive(filter).map(({ id, label, without }) => ({
    id,
    label,
    removeLabel: t('records.removeFilter', { name: label }),
    onRemove: () => setQuery({ ...filter, ...without }),
  }))
  return (
    <>
      <FilterBar label={t('filter.open')} active={active} onOpen={() => setDraft(filter)} />
      <Sheet open={draft !== undefined} onClose={() => setDraft(undefined)} title={t('filter.open')}>
        {draft && (
          <>
            <Fields filter={draft} months={months} onChoose={(change) => setDraft({ ...draft, ...change })} />
            <FilterActions
              filter={draft}
              show={t('records.show')}
              onShow={() => {
                setQuery(draft)
                setDraft(undefined)
              }}
              onClear={() => setDraft(noFilter)}
            />
          </>
        )}
      </Sheet>
    </>
  )
}

type FieldsProps = {
  filter: AskedRecords
  months: readonly string[]
  onChoose: (change: Partial<AskedRecords>) => void
}

function Fields({ filter: { currency, cause, month, from, to }, months, onChoose }: FieldsProps) {
  const { t, lang } = useLabels()
  const { serverNow } = useServices()
  const given = (value: string) => (value === ALL ? undefined : value)
  const isSpan = from !== undefined || to !== undefined
  const today = dayOf(Math.floor(serverNow() / 1000), useZone())
  const chooseTime = (value: string) => {
    const isOne = value === SPAN
    onChoose({
      month: isOne ? undefined : given(value),
      from: isOne ? `${month ?? today.slice(0, 7)}-01` : undefined,
      to: isOne ? today : undefined,
    })
  }
  const listed = [...new Set([...months, ...(month === undefined ? [] : [month])])].sort().reverse()
  return (
    <div className={css.selects}>
      <SelectField
        label={t('filter.kind')}
        value={cause ?? ALL}
        onChange={(value) => onChoose({ cause: given(value) })}
        options={[
          { value: ALL, label: t('records.all') },
          ...Object.entries(causes).map(([value, { name }]) => ({ value, label: t(name) })),
        ]}
      />
      <SelectField
        label={t('currency.label')}
        value={currency ?? ALL}
        onChange={(value) => onChoose({ currency: given(value) })}
        options={[
          { value: ALL, label: t('records.anyCurrency') },
          ...currencies.map(({ code }) => ({ value: code, label: code })),
        ]}
      />
      <SelectField
        label={t('filter.period')}
        value={isSpan ? SPAN : (month ?? ALL)}
        onChange={chooseTime}
        options={[
          { value: ALL, label: t('records.anyMonth') },
          { value: SPAN, label: t('records.span') },
          ...listed.map((value) => ({ value, label: formatMonth(value, lang) })),
        ]}
      />
      {isSpan && (
        <>
          <DayField label={t('records.from')} day={from} max={to ?? today} onDay={(day) => onChoose({ from: day })} />
          <DayField label={t('records.to')} day={to} min={from} max={today} onDay={(day) => onChoose({ to: day })} />
        </>
      )}
    </div>
  )
}

type DayFieldProps = {
  label: string
  day: string | undefined
  min?: string | undefined
  max: string
  onDay: (day: string | undefined) => void
}

/** A date field. A typed date is complete once its year has four digits. */
function DayField({ label, day, min, max, onDay }: DayFieldProps) {
  const [typed, type] = useState(day ?? '')
  return (
    <Field
      type="date"
      label={label}
      value={typed}
      min={min}
      max={max}
      onChange={(value) => {
        type(value)
        if (isDay(value)) onDay(value)
      }}
    />
  )
}
