import { useSelector } from '@xstate/react'
import { memo, type ReactNode, useMemo, useState } from 'react'
import type { MoneyRecord } from '../../../api/money/records.ts'
import { type RecordFilter, recordListMachine } from '../../../machines/money/recordList.ts'
import { type Day, dayOf, type Zone } from '../../../rules/time/zone.ts'
import { useActorOf } from '../../app/actor-of.ts'
import { useReached } from '../../app/reached.ts'
import { useReconnected } from '../../app/reconnected.ts'
import { useServices } from '../../app/services.ts'
import { useShown } from '../../app/shown.ts'
import { columnDecimals } from '../../format/format.ts'
import { formatNearDay } from '../../format/period.ts'
import { useZone } from '../../format/zone.ts'
import { useLabels } from '../../i18n/index.ts'
import { AsOf } from '../../lists/as-of.tsx'
import { LoadFailure } from '../../lists/load-failure.tsx'
import { More, usePagesView } from '../../lists/paged-list.tsx'
import { Button } from '../../parts/buttons/button.tsx'
import { Skeleton } from '../../parts/page/states.tsx'
import { shownAmounts } from './labels.ts'
import { RecordRow } from './record-row.tsx'
import { RecordSheet } from './record-sheet.tsx'
import css from './records.module.css'

/** Rows per memoised block: rows that are already shown do not render again when more are loaded. */
const BLOCK = 20

type RecordListProps = {
  filter: RecordFilter
  /** Empty state. */
  none: ReactNode
  /** Content below the list. */
  foot?: ReactNode
}

/** Movements by day, newest first, with endless scrolling. */
export function RecordList({ filter, none, foot }: RecordListProps) {
  const { serverNow } = useServices()
  const { t, lang } = useLabels()
  const [openedId, openRecord] = useState<string>()
  const list = useActorOf(recordListMachine, filter)
  const pages = useSelector(list, (now) => now.children.pages)
  const view = usePagesView(pages)
  const isComplete = useSelector(pages, (now) => now?.context.complete ?? true)
  const { records, newer, asOf } = useShown(list, ({ context }) => ({
    records: context.records,
    newer: context.newer,
    asOf: context.asOf,
  }))
  const retry = () => pages?.send({ type: 'list.retry' })
  useReconnected(retry)
  const zone = useZone()
  const days = useMemo(() => byDay(records, zone), [records, zone])
  const decimals = useDecimals(records)
  const today = dayOf(serverNow() / 1000, zone)
  if (view === 'failed') return <LoadFailure title={t('records.failed')} text={t('page.failedHint')} onRetry={retry} />
  if (view === 'loading') return <Skeleton shapes={['line', 'row', 'row', 'row', 'row', 'row']} />
  if (records.length === 0) return none
  const hasBalances = records[0]?.balance !== null
  return (
    <>
      <AsOf at={asOf} />
      {newer && (
        <Button kind="quiet" small onClick={() => list.send({ type: 'records.newest' })}>
          {t('records.newer')}
        </Button>
      )}
      {days.map(([day, blocks]) => (
        <section key={day} className={css.day} aria-labelledby={`day-${day}`}>
          <div className={css.title}>
            <h2 id={`day-${day}`}>{formatNearDay(day, today, lang)}</h2>
            {hasBalances && <span>{t('records.balance')}</span>}
          </div>
          {blocks.map((block) => (
            <Block key={block[0]?.id} records={block} decimals={decimals} onOpen={openRecord} />
          ))}
        </section>
      ))}
      {!isComplete && <Ahead key={records.length} onReach={() => pages?.send({ type: 'list.more' })} />}
      <More pages={pages} failedText={t('records.moreFailed')} />
      {foot}
      <RecordSheet
        record={records.find(({ id }) => id === openedId)}
        onNoted={(id, note) => list.send({ type: 'records.noted', id, note })}
        onClose={() => openRecord(undefined)}
      />
    </>
  )
}

/** Loads more before the end is visible. */
function Ahead({ onReach }: { onReach: () => void }) {
  return <div ref={useReached<HTMLDivElement>(onReach)} />
}

type BlockProps = { records: readonly MoneyRecord[]; decimals: Decimals; onOpen: (id: string) => void }

const Block = memo(
  ({ records, decimals, onOpen }: BlockProps) => (
    <ul className={css.block}>
      {records.map((record) => (
        <li key={record.id}>
          <RecordRow record={record} decimals={decimals[record.currency]} onOpen={onOpen} />
        </li>
      ))}
    </ul>
  ),
  (one, other) =>
    one.decimals === other.decimals &&
    one.records.length === other.records.length &&
    one.records.every(({ id, note }, at) => id === other.records[at]?.id && note === other.records[at]?.note),
)

/** The decimals of amounts in the list, by currency. */
type Decimals = Readonly<Record<string, number>>

/** These, of the shown movements: the same object until they change, so that no block renders again before. */
function useDecimals(records: readonly MoneyRecord[]): Decimals {
  const text = useMemo(() => {
    const byCurrency = Map.groupBy(records, ({ currency }) => currency)
    const decimals = [...byCurrency].map(([currency, own]) => [currency, columnDecimals(own.flatMap(shownAmounts))])
    return JSON.stringify(Object.fromEntries(decimals))
  }, [records])
  return useMemo(() => JSON.parse(text), [text])
}

/** Movements in blocks by day, in the given order. */
function byDay(records: readonly MoneyRecord[], zone: Zone): [day: Day, blocks: MoneyRecord[][]][] {
  const days: [Day, MoneyRecord[][]][] = []
  for (const record of records) {
    const day = dayOf(record.at, zone)
    if (days.at(-1)?.[0] !== day) days.push([day, []])
    const blocks = days.at(-1)?.[1]
    const block = blocks?.at(-1)
    if (block && block.length < BLOCK) block.push(record)
    else blocks?.push([record])
  }
  return days
}
