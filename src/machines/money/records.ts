import { fromPromise } from 'xstate'
import { type Certificate, certificate, list, type MoneyRecord, months, statement } from '../../api/money/records.ts'
import { result } from '../../api/wire/answer.ts'
import type { Heard } from '../../api/wire/kept-answers.ts'
import { dep, send } from '../actors/call.ts'
import { callOrKept } from '../actors/calls.ts'
import { moneyViewBy, moneyViewOf } from './moneyView.ts'
import type { RecordFilter } from './recordList.ts'

export const recordMonths = moneyViewBy(callOrKept(months))

/** The statement of a month, or of some days. */
export const periodStatement = moneyViewOf(statement)

/** How many movements a statement lists, the newest. */
export const STATEMENT_RECORDS_MAX = 1_000

/** The movements of a statement, newest first, up to `STATEMENT_RECORDS_MAX`. */
export const statementRecords = moneyViewBy(
  fromPromise<Heard<readonly MoneyRecord[]>, RecordFilter>(async ({ input, signal }) => ({
    value: await send(list, { ...input, of: 'statement', limit: STATEMENT_RECORDS_MAX }, { signal }),
    asOf: null,
  })),
)

/** The certificate of one transfer; `none` if there is none yet, or the link is invalid. */
export const transferCertificate = moneyViewBy(
  fromPromise<Heard<Certificate | 'none'>, { cause: string; id: string }>(async ({ input, signal }) => {
    const answer = await dep('client').call(certificate, input, { signal, inPlace: () => true })
    const isNone = answer.type === 'error' && (answer.key === 'dataNotFound' || answer.key === 'parameterError')
    return { value: isNone ? 'none' : result(answer), asOf: null }
  }),
)
