import i18next from 'i18next'
import type { MoneyRecord } from '../../../api/money/records.ts'
import { timeIn, UTC } from '../../../rules/time/zone.ts'
import { zoneShown } from '../../format/format.ts'
import { saveFile } from '../../forms/save-file.ts'
import { toCsv } from './csv.ts'
import { causeName, labelOf } from './labels.ts'

/** Saves movements for a spreadsheet, with the page's labels; times in the user's zone, amounts as plain decimals. */
export async function saveRecords(records: readonly MoneyRecord[]): Promise<void> {
  const { t } = i18next
  const zone = zoneShown() ?? UTC
  const fields = [
    `${t('time.label')} (${zone})`,
    t('currency.label'),
    t('records.amount'),
    t('records.heldChange'),
    t('records.balance'),
    t('records.what'),
    t('filter.kind'),
    t('records.reference'),
    t('records.record'),
    t('records.person'),
    t('records.note'),
  ]
  const rows = records.map((record) => [
    timeIn(record.at, zone),
    record.currency,
    record.amount,
    record.held,
    record.balance ?? '',
    t(labelOf(record)),
    t(causeName(record.cause)),
    record.causeId,
    record.id,
    record.person ?? '',
    record.note ?? '',
  ])
  saveFile('quoin-records.csv', toCsv(fields, rows), 'text/csv')
}
