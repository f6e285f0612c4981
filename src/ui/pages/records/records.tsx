import { useEffect, useEffectEvent, useState } from 'react'
import type { MonthSum } from '../../../api/money/records.ts'
import type { RecordFilter } from '../../../machines/money/recordList.ts'
import { recordMonths } from '../../../machines/money/records.ts'
import { recordsFileMachine } from '../../../machines/money/recordsFile.ts'
import { currencies } from '../../../rules/money/currencies.ts'
import { isDay, isMonth } from '../../../rules/time/months.ts'
import { dayOf } from '../../../rules/time/zone.ts'
import { useActorOf } from '../../app/actor-of.ts'
import { useReconnected } from '../../app/reconnected.ts'
import { useServices } from '../../app/services.ts'
import { useShown } from '../../app/shown.ts'
import { formatMonth } from '../../format/period.ts'
import { useZone, zoneName } from '../../format/zone.ts'
import { useLabels } from '../../i18n/index.ts'
import { Button } from '../../parts/buttons/button.tsx'
import { EyeButton } from '../../parts/buttons/eye-button.tsx'
import { Choice } from '../../parts/fields/choice.tsx'
import { Field, SelectField } from '../../parts/fields/field.tsx'
import { Empty } from '../../parts/page/states.tsx'
import { setQuery } from '../../router/place-query.ts'
import { MARKETS } from '../../router/places.ts'
import { useQuery } from '../../router/router.ts'
import { causes } from './labels.ts'
import { RecordList } from './record-list.tsx'
import css from './records.module.css'

const ALL = 'all'
const SPAN = 'span'
type Filter = RecordFilter
const none: readonly MonthSum[] = []

/**
 * All movements of the user's money. The place filters: `?currency=USDT&cause=user`, and by time: `&month=2026-11`, or
 * `&from=2026-11-01&to=2026-11-21`.
 */
export function RecordsPage() {
  const query = useQuery()
  const zone = useZone()
  const [months, noteMonths] = useState<readonly string[]>([])
  const of = (name: string, isKnown: (value: string) => boolean) => {
    const value = query.get(name)
    return value !== null && isKnown(value) ? value : undefined
  }
  const filter: Filter = {
    currency: of('currency', (value) => currencies.some(({ code }) => code === value)),
    cause: of('cause', (value) => value in causes),
    month: of('month', isMonth),
    from: of('from', isDay),
    to: of('to', isDay),
  }
  return (
    <div className={css.page}>
      <Filters filter={filter} months={months} onChoose={(change) => setQuery({ ...filter, ...change })} />
      <Records key={JSON.stringify([filter, zone])} filter={filter} onMonths={noteMonths} />
    </div>
  )
}

type RecordsProps = { filter: Filter; onMonths: (months: readonly string[]) => void }

function Records({ filter, onMonths }: RecordsProps) {
  const { t } = useLabels()
  const zone = useZone()
  const { month: _, ...others } = filter
  const actor = useActorOf(recordMonths, others)
  const { known, failed } = useShown(actor, (now) => ({ known: now.context.value, failed: now.hasTag('failed') }))
  useReconnected(() => actor.send({ type: 'money.retry' }))
  const tell = useEffectEvent(onMonths)
  const isOfAllTime = filter.from === undefined && filter.to === undefined
  useEffect(() => {
    if (known && isOfAllTime) tell([...new Set(known.map(({ month }) => month))])
  }, [known, isOfAllTime])
  const isFiltered = Object.values(filter).some((value) => value !== undefined)
  return (
    <RecordList
      filter={filter}
      sums={failed ? none : known}
      foot={
        <>
          <SaveFile filter={filter} />
          <p className="fine">{t('records.zone', { zone: zoneName(zone) })}</p>
        </>
      }
      none={
        <Empty
          title={t('records.none')}
          text={t('records.noneHint')}
          action={
            isFiltered
              ? { onClick: () => setQuery({}), label: t('records.showAll') }
              : { to: MARKETS, label: t('home.allMarkets') }
          }
        />
      }
    />
  )
}

/** Saves all filtered movements as a file. */
function SaveFile({ filter }: { filter: Filter }) {
  const { t } = useLabels()
  const actor = useActorOf(recordsFileMachine, filter)
  const { busy, failed } = useShown(actor, (now) => ({ busy: now.hasTag('busy'), failed: now.hasTag('failed') }))
  return (
    <div className={css.file}>
      <Button kind="quiet" small busy={busy} onClick={() => actor.send({ type: 'file.save' })}>
        {t('records.save')}
      </Button>
      <p className="fine" role="status">
        {failed && t('records.saveFailed')}
      </p>
    </div>
  )
}

type FiltersProps = { filter: Filter; months: readonly string[]; onChoose: (change: Partial<Filter>) => void }

/** The filters; they stay unchanged while the list below changes. */
function Filters({ filter: { currency, cause, month, from, to }, months, onChoose }: FiltersProps) {
  const { t, lang } = useLabels()
  const { serverNow } = useServices()
  const given = (value: string) => (value === ALL || value === '' ? undefined : value)
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
    <>
      <div className={css.top}>
        <div className={css.filters}>
          <Choice
            look="pills"
            legend={t('records.kinds')}
            hideLegend
            options={[
              { value: ALL, label: t('records.all') },
              ...Object.entries(causes).map(([value, { name }]) => ({ value, label: t(name) })),
            ]}
            value={cause ?? ALL}
            onChange={(value) => onChoose({ cause: given(value) })}
          />
        </div>
        <EyeButton />
      </div>
      <div className={css.selects}>
        <SelectField
          label={t('records.currency')}
          value={currency ?? ALL}
          onChange={(value) => onChoose({ currency: given(value) })}
          options={[
            { value: ALL, label: t('records.anyCurrency') },
            ...currencies.map(({ code }) => ({ value: code, label: code })),
          ]}
        />
        <SelectField
          label={t('records.when')}
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
    </>
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
