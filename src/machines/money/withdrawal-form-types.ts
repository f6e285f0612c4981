import type { Withdrawal, WithdrawalConditions } from '../../api/withdrawal.ts'
import {
  isMostWithdrawal,
  type WithdrawalField,
  type WithdrawalForm,
  type WithdrawalKey,
  type WithdrawalTerms,
} from '../../rules/withdrawal.ts'
import type { FormContext } from '../parts/form.ts'
import type { OnceOutcome, OnceRequest } from '../parts/submitOnce.ts'

/** `serverNow`: the server's clock, in ms since the epoch. */
/** `currency`: what is withdrawn at first. */
export type WithdrawalFormInput = { currency: string; newRequestId: () => string; serverNow: () => number }

/** What goes to the server. */
export type WithdrawalRequest = OnceRequest &
  Omit<WithdrawalForm, 'code'> & {
    /** Left out where no authenticator is bound. */
    code?: string
    /** Whether the amount is all that may leave, and so a ceiling. */
    upTo: boolean
  }

export type CancelRequest = OnceRequest & { id: string }

export type WithdrawalOutcome = { output: OnceOutcome<Withdrawal> }

export type WithdrawalContext = FormContext<WithdrawalForm, WithdrawalField, WithdrawalKey> &
  Omit<WithdrawalFormInput, 'currency'> & {
    /** What must be so before, as it was asked last. */
    asked: WithdrawalConditions
    requestId: string
    /** The withdrawal that was just submitted, or taken back. */
    submitted: Withdrawal | null
    cancelled: Withdrawal | null
  }

/** Whether every condition is met. */
export const mayWithdraw = ({ conditions }: Pick<WithdrawalConditions, 'conditions'>): boolean =>
  conditions.every(({ refusal }) => refusal === null)

/** The terms of the moment, as the rule of the form takes them. */
export const termsIn = ({
  asked: { currencies, addresses, authenticator },
  serverNow,
}: Pick<WithdrawalContext, 'asked' | 'serverNow'>): WithdrawalTerms => ({
  currencies,
  addresses,
  authenticator,
  now: Math.floor(serverNow() / 1000),
})

/** The request that withdraws what stands on the form. */
export function requestIn({ form: { code, ...form }, asked, requestId }: WithdrawalContext): WithdrawalRequest {
  return { ...form, ...(asked.authenticator && { code }), upTo: isMostWithdrawal(form, asked), requestId }
}
