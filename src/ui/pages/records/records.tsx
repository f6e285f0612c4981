import { useEffect, useEffectEvent, useState } from 'react'
import { Link } from 'wouter'
import type { MonthSum } from '../../../api/money/records.ts'
import type { RecordFilter } from '../../../machines/money/recordList.ts'
import { recordMonths } from '../../../machines/money/records.ts'
import { recordsFileMachine } from '../../../machines/money/recordsFile.ts'
import { currencies } from '../../../rules/money/currencies.ts'
import { SEARCH_LENGTH_MAX } from '../../../rules/money/notes.ts'
import { isDay, isMonth, monthOf } from '../../../rules/time/months.ts'
import { useActorOf } from '../../app/actor-of.ts'
import { useReconnected } from '../../app/reconnected.ts'
import { useServices } from '../../app/services.ts'
import { useShown } from '../../app/shown.ts'
import { formatDays, formatMonth } from '../../format/period.ts'
import { useZone, zoneName } from '../../format/zone.ts'
import { useLabels } from '../../i18n/index.ts'
import { NoMatch } from '../../lists/no-match.tsx'
import { Button, LinkButton } from '../../parts/buttons/button.tsx'
import { Empty } from '../../parts/page/states.tsx'
import { ActionBar } from '../../parts/sheet/action-bar.tsx'
import { setQuery } from '../../router/place-query.ts'
import { MARKETS, STATEMENT, TIME_ZONE } from '../../router/places.ts'
import { placeOf, useQuery } from '../../router/router.ts'
import { type AskedRecords, Filters, useActive } from './filters.tsx'
import { causes } from './labels.ts'
import { RecordList } from './record-list.tsx'
import { searchOf } from './record-search.ts'
import css from './records.module.css'
import { SearchForm } from './search-form.tsx'
import { countWithout } from './sums.ts'
import { Totals } from './totals.tsx'

const none: readonly MonthSum[] = []

/**
 * All movements of the user's money. The place filters: `?currency=USDT&cause=user`, and by time: `&month=2026-11`, or
 * `&from=2026-11-01&to=2026-11-21`. It searches by `&q=rent`.
 */
export function RecordsPage() {
  const { t, lang } = useLabels()
  const query = useQuery()
  const zone = useZone()
  const of = (name: string, isKnown: (value: string) => boolean) => {
    const value = query.get(name)
    return value !== null && isKnown(value) ? value : undefined
  }
  const asked: AskedRecords = {
    currency: of('currency', (value) => currencies.some(({ code }) => code === value)),
    cause: of('cause', (value) => value in causes),
    month: of('month', isMonth),
    from: of('from', isDay),
    to: of('to', isDay),
    q: of('q', (value) => value !== '' && value.length <= SEARCH_LENGTH_MAX),
  }
  const { q, ...filter } = asked
  const { cause, from, to } = filter
  const searched: RecordFilter = { ...filter, ...searchOf(q ?? '', lang, t) }
  const [known, note] = useState<{ of: string; sums: readonly MonthSum[] }>()
  const [months, noteMonths] = useState<readonly string[]>([])
  const summed = JSON.stringify([cause, from, to, zone])
  const sums = known?.of === summed ? known.sums : undefined
  const keep = (sums: readonly MonthSum[]) => {
    note({ of: summed, sums })
    if (from === undefined && to === undefined) noteMonths([...new Set(sums.map(({ month }) => month))])
  }
  return (
    <div className={css.page}>
      <Sums key={summed} filter={{ cause, from, to }} onKnown={keep} />
      {q === undefined && <Totals sums={sums} filter={filter} />}
      <SearchForm searched={q ?? ''} onSearch={(text) => setQuery({ ...asked, q: text || undefined })} />
      <Filters filter={asked} months={months} />
      <RecordList
        key={JSON.stringify([searched, zone])}
        filter={searched}
        none={<None filter={asked} sums={sums ?? none} />}
        foot={
          <p className={css.zone}>
            {t('records.zone', { zone: zoneName(zone) })}{' '}
            <Link className={css.link} href={TIME_ZONE}>
              {t('action.change')}
            </Link>
          </p>
        }
      />
      <Documents key={`file ${JSON.stringify(searched)}`} filter={searched} />
    </div>
  )
}

type SumsProps = { filter: RecordFilter; onKnown: (sums: readonly MonthSum[]) => void }

/** Loads the sums of records by month and currency. */
function Sums({ filter, onKnown }: SumsProps) {
  const actor = useActorOf(recordMonths, filter)
  const { known, failed } = useShown(actor, (now) => ({ known: now.context.value, failed: now.hasTag('failed') }))
  useReconnected(() => actor.send({ type: 'money.retry' }))
  const tell = useEffectEvent(onKnown)
  const sums = failed ? none : known
  useEffect(() => {
    if (sums) tell(sums)
  }, [sums])
  return null
}

/** No records at all, or none by the filter, with the number that would match without one part of it. */
function None({ filter, sums }: { filter: AskedRecords; sums: readonly MonthSum[] }) {
  const { t } = useLabels()
  const active = useActive(filter)
  if (active.length === 0) {
    const action = { to: MARKETS, label: t('home.allMarkets') }
    return <Empty title={t('records.none')} text={t('records.noneHint')} action={action} />
  }
  const others = active.flatMap(({ id, label }) => {
    if (filter.q !== undefined || (id !== 'currency' && id !== 'month')) return []
    const count = countWithout(sums, filter, id)
    return count === 0 ? [] : [t('records.without', { count, name: label })]
  })
  return (
    <NoMatch
      title={t('records.noMatch')}
      text={[active.map(({ label }) => label).join(', '), ...others].join('. ')}
      onClear={() => setQuery({})}
    />
  )
}

/** The statement of the filter's period, and all filtered movements as a file. */
function Documents({ filter }: { filter: RecordFilter }) {
  const { t, lang } = useLabels()
  const { serverNow } = useServices()
  const zone = useZone()
  const actor = useActorOf(recordsFileMachine, filter)
  const { busy, failed } = useShown(actor, (now) => ({ busy: now.hasTag('busy'), failed: now.hasTag('failed') }))
  const { from, to, currency } = filter
  const month = filter.month ?? monthOf(Math.floor(serverNow() / 1000), zone)
  const period =
    from !== undefined && to !== undefined
      ? { covered: { from, to }, name: formatDays(from, to, lang) }
      : { covered: { month }, name: formatMonth(month, lang) }
  return (
    <ActionBar fixed pair note={<p role="status">{failed && t('records.saveFailed')}</p>}>
      <LinkButton kind="quiet" to={placeOf(STATEMENT, { ...period.covered, currency })}>
        {t('records.statementOf', { month: period.name })}
      </LinkButton>
      <Button kind="quiet" busy={busy} onClick={() => actor.send({ type: 'file.save' })}>
        {t('records.save')}
      </Button>
    </ActionBar>
  )
}
