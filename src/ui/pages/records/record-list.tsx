import { useSelector } from '@xstate/react'
import { memo, type ReactNode, useMemo } from 'react'
import type { MoneyRecord, MonthSum } from '../../../api/money/records.ts'
import { type RecordFilter, recordListMachine } from '../../../machines/money/recordList.ts'
import { monthOf } from '../../../rules/time/months.ts'
import type { Zone } from '../../../rules/time/zone.ts'
import { useActorOf } from '../../app/actor-of.ts'
import { useReached } from '../../app/reached.ts'
import { useReconnected } from '../../app/reconnected.ts'
import { useShown } from '../../app/shown.ts'
import { useZone } from '../../format/zone.ts'
import { useLabels } from '../../i18n/index.ts'
import { AsOf } from '../../lists/as-of.tsx'
import { LoadFailure } from '../../lists/load-failure.tsx'
import { More, usePagesView } from '../../lists/paged-list.tsx'
import { Button } from '../../parts/buttons/button.tsx'
import { Skeleton } from '../../parts/page/states.tsx'
import { MonthHead } from './month-head.tsx'
import { RecordRow } from './record-row.tsx'
import css from './records.module.css'

/** Rows per memoised block: rows that are already shown do not render again when more are loaded. */
const BLOCK = 20

type RecordListProps = {
  filter: RecordFilter
  /** Monthly totals; null while loading. Both are shown at once, to avoid a layout shift. */
  sums: readonly MonthSum[] | null
  /** Empty state. */
  none: ReactNode
  /** Content below the list. */
  foot?: ReactNode
}

/** Movements by month, newest first, with endless scrolling. */
export function RecordList({ filter, sums, none, foot }: RecordListProps) {
  const { t } = useLabels()
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
  const months = useMemo(() => byMonth(records, zone), [records, zone])
  if (view === 'failed') return <LoadFailure title={t('records.failed')} text={t('page.failedHint')} onRetry={retry} />
  if (view === 'loading' || sums === null) return <Skeleton shapes={['line', 'row', 'row', 'row', 'row', 'row']} />
  if (records.length === 0) return none
  return (
    <>
      <AsOf at={asOf} />
      {newer && (
        <Button kind="quiet" small onClick={() => list.send({ type: 'records.newest' })}>
          {t('records.newer')}
        </Button>
      )}
      {months.map(([month, blocks]) => (
        <section key={month} className={css.month} aria-labelledby={`month-${month}`}>
          <MonthHead month={month} sums={sums.filter((sum) => sum.month === month)} />
          <div className={css.card}>
            {blocks.map((block) => (
              <Block key={block[0]?.id} records={block} />
            ))}
          </div>
        </section>
      ))}
      {!isComplete && <Ahead key={records.length} onReach={() => pages?.send({ type: 'list.more' })} />}
      <More pages={pages} failedText={t('records.moreFailed')} />
      {foot}
    </>
  )
}

/** Loads more before the end is visible. */
function Ahead({ onReach }: { onReach: () => void }) {
  return <div ref={useReached<HTMLDivElement>(onReach)} />
}

const Block = memo(
  ({ records }: { records: readonly MoneyRecord[] }) => (
    <ul className={css.block}>
      {records.map((record) => (
        <li key={record.id}>
          <RecordRow record={record} />
        </li>
      ))}
    </ul>
  ),
  (one, other) =>
    one.records.length === other.records.length && one.records.every(({ id }, at) => id === other.records[at]?.id),
)

/** Movements in blocks by month, in the given order. */
function byMonth(records: readonly MoneyRecord[], zone: Zone): [month: string, blocks: MoneyRecord[][]][] {
  const months: [string, MoneyRecord[][]][] = []
  for (const record of records) {
    const month = monthOf(record.at, zone)
    if (months.at(-1)?.[0] !== month) months.push([month, []])
    const blocks = months.at(-1)?.[1]
    const block = blocks?.at(-1)
    if (block && block.length < BLOCK) block.push(record)
    else blocks?.push([record])
  }
  return months
}
