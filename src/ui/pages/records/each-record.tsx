import { useState } from 'react'
import type { MoneyRecord } from '../../../api/money/records.ts'
import type { RecordFilter } from '../../../machines/money/recordList.ts'
import { STATEMENT_RECORDS_MAX, statementRecords } from '../../../machines/money/records.ts'
import type { Zone } from '../../../rules/time/zone.ts'
import { useActorOf } from '../../app/actor-of.ts'
import { useMask } from '../../app/hidden.ts'
import { useShown } from '../../app/shown.ts'
import { columnDecimals, formatAmount, formatTime } from '../../format/format.ts'
import { useLabels } from '../../i18n/index.ts'
import { LoadFailure } from '../../lists/load-failure.tsx'
import { Button } from '../../parts/buttons/button.tsx'
import { Card } from '../../parts/lists/list.tsx'
import { Skeleton } from '../../parts/page/states.tsx'
import { FigureTable } from './figure-table.tsx'
import { labelOf, shownAmounts } from './labels.ts'
import { useMoved } from './record-row.tsx'
import css from './statement.module.css'

/** What a statement is of: a month or some days, and one currency or all. */
export type Asked = { covered: { month: string } | { from: string; to: string }; currency: string | undefined }

type EachRecordProps = {
  asked: Asked
  /** The currency that is shown on the screen. */
  chosen: string
  /** The time zone that the statement names. */
  zone: Zone
}

/** The movements of a statement, loaded if the user asks for them. */
export function EachRecord({ asked: { covered, currency }, chosen, zone }: EachRecordProps) {
  const { t } = useLabels()
  const [isListed, list] = useState(false)
  if (isListed) return <Loaded filter={{ ...covered, currency }} chosen={chosen} zone={zone} />
  return (
    <div className={css.choice}>
      <Button kind="quiet" small onClick={() => list(true)}>
        {t('records.each')}
      </Button>
    </div>
  )
}

function Loaded({ filter, chosen, zone }: { filter: RecordFilter } & Omit<EachRecordProps, 'asked'>) {
  const { t } = useLabels()
  const actor = useActorOf(statementRecords, filter)
  const { records, failed } = useShown(actor, (now) => ({ records: now.context.value, failed: now.hasTag('failed') }))
  const retry = () => actor.send({ type: 'money.retry' })
  if (failed) return <LoadFailure title={t('records.failed')} text={t('page.failedHint')} onRetry={retry} />
  if (!records) return <Skeleton shapes={['card']} />
  return (
    <>
      {[...Map.groupBy(records, (each) => each.currency)].map(([currency, own]) => (
        <div key={currency} className={css.account} data-chosen={currency === chosen}>
          <Card title={`${t('title.records')} · ${currency}`}>
            <Table currency={currency} records={own} zone={zone} />
          </Card>
        </div>
      ))}
      {records.length >= STATEMENT_RECORDS_MAX && (
        <p className="fine">{t('records.eachCut', { count: STATEMENT_RECORDS_MAX })}</p>
      )}
    </>
  )
}

function Table({ currency, records, zone }: { currency: string; records: readonly MoneyRecord[]; zone: Zone }) {
  const { t } = useLabels()
  const decimals = columnDecimals(records.flatMap(shownAmounts))
  return (
    <FigureTable caption={`${t('title.records')} · ${currency}`}>
      {records.map((record) => (
        <Line key={record.id} record={record} decimals={decimals} zone={zone} />
      ))}
    </FigureTable>
  )
}

function Line({ record, decimals, zone }: { record: MoneyRecord; decimals: number; zone: Zone }) {
  const { t, lang } = useLabels()
  const mask = useMask()
  const { text, colour } = useMoved(record, decimals)
  const { at, currency, balance, person, note } = record
  return (
    <tr>
      <td>
        {t(labelOf(record))}
        <br />
        <span className="muted">{[formatTime(at, zone), person, note].filter(Boolean).join(' · ')}</span>
      </td>
      <td>
        <span className={colour}>{text}</span>
        {balance !== null && (
          <>
            <br />
            <span className="muted">{mask(formatAmount(balance, 'exact', currency, lang, { decimals }))}</span>
          </>
        )}
      </td>
    </tr>
  )
}
