import { fromPromise } from 'xstate'
import { type Certificate, certificate, months, statement } from '../../api/money/records.ts'
import { result } from '../../api/wire/answer.ts'
import type { Heard } from '../../api/wire/kept-answers.ts'
import { dep } from '../actors/call.ts'
import { callOrKept } from '../actors/calls.ts'
import { moneyViewBy, moneyViewOf } from './moneyView.ts'

export const recordMonths = moneyViewBy(callOrKept(months))

/** The statement of a month. */
export const monthStatement = moneyViewOf(statement)

/** The certificate of one transfer; `none` if there is none yet, or the link is invalid. */
export const transferCertificate = moneyViewBy(
  fromPromise<Heard<Certificate | 'none'>, { cause: string; id: string }>(async ({ input, signal }) => {
    const answer = await dep('client').call(certificate, input, { signal, inPlace: () => true })
    const isNone = answer.type === 'error' && (answer.key === 'dataNotFound' || answer.key === 'parameterError')
    return { value: isNone ? 'none' : result(answer), asOf: null }
  }),
)
