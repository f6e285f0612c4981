import type { Withdrawal, WithdrawalConditions } from '../../api/money/withdrawal.ts'
import {
  isMostWithdrawal,
  type WithdrawalField,
  type WithdrawalForm,
  type WithdrawalKey,
  type WithdrawalTerms,
} from '../../rules/withdrawal/withdrawal.ts'
import type { Drafted } from '../actors/draft.ts'
import type { FormContext } from '../parts/form.ts'
import type { OnceOutcome, OnceRequest } from '../parts/submitOnce.ts'

/** `currency`: the one that the page was opened for, if any; `serverNow`: the server's clock, in ms since the epoch. */
export type WithdrawalFormInput = {
  currency: string | undefined
  newRequestId: () => string
  serverNow: () => number
}

/** The request. */
export type WithdrawalRequest = OnceRequest &
  Omit<WithdrawalForm, 'code'> & {
    /** Absent if no authenticator is bound. */
    code?: string
    /** Whether the amount is Max, and so an upper limit. */
    upTo: boolean
  }

export type CancelRequest = OnceRequest & { id: string }

export type WithdrawalOutcome = { output: OnceOutcome<Withdrawal> }

export type WithdrawalContext = FormContext<WithdrawalForm, WithdrawalField, WithdrawalKey> &
  Drafted &
  Omit<WithdrawalFormInput, 'currency'> & {
    /** The last loaded requirements. */
    asked: WithdrawalConditions
    requestId: string
    /** The withdrawal just submitted or cancelled. */
    submitted: Withdrawal | null
    cancelled: Withdrawal | null
  }

/** Whether every condition is met. */
export const mayWithdraw = ({ conditions }: Pick<WithdrawalConditions, 'conditions'>): boolean =>
  conditions.every(({ refusal }) => refusal === null)

/** The current terms, as the form's rule takes them. */
export const termsIn = ({
  asked: { currencies, addresses, authenticator },
  serverNow,
}: Pick<WithdrawalContext, 'asked' | 'serverNow'>): WithdrawalTerms => ({
  currencies,
  addresses,
  authenticator,
  now: Math.floor(serverNow() / 1000),
})

/** The withdrawal request of the form. */
export function requestIn({ form: { code, ...form }, asked, requestId }: WithdrawalContext): WithdrawalRequest {
  return { ...form, ...(asked.authenticator && { code }), upTo: isMostWithdrawal(form, asked), requestId }
}
