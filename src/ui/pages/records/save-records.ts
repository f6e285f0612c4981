import i18next from 'i18next'
import type { MoneyRecord } from '../../../api/records.ts'
import { saveFile } from '../../save-file.ts'
import { toCsv } from './csv.ts'
import { causeName, wordsOf } from './words.ts'

/** Saves movements for a spreadsheet, in the words of the page; times by UTC, amounts as plain decimals. */
export async function saveRecords(records: readonly MoneyRecord[]): Promise<void> {
  const { t } = i18next
  const fields = [
    t('records.time'),
    t('records.currency'),
    t('records.amount'),
    t('records.heldChange'),
    t('records.what'),
    t('records.kinds'),
    t('records.reference'),
  ]
  const rows = records.map((record) => [
    new Date(record.at * 1000).toISOString().replace('.000', ''),
    record.currency,
    record.amount,
    record.held,
    t(wordsOf(record)),
    t(causeName(record.cause)),
    record.causeId,
  ])
  saveFile('quoin-records.csv', toCsv(fields, rows), 'text/csv')
}
