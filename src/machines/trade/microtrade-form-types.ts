import type { AnswerRefusal } from '../../api/answer.ts'
import type { MicrotradeOrder } from '../../api/microtrade.ts'
import type { CoverKey } from '../../rules/coverage.ts'
import type { FormErrors } from '../../rules/form-errors.ts'
import type { Direction } from '../../rules/microtrade.ts'
import type { CurrencyTerms, MicrotradeField, MicrotradeForm, MicrotradeKey } from '../../rules/microtrade-form.ts'
import type { OnceOutcome, OnceRequest } from '../parts/submitOnce.ts'
import type { WantedName } from './name-wanted.ts'

/** Whether the instrument's price may be traded on now. */
export type MarketNow = 'live' | 'stale' | 'closed'

/** What someone bought for last, and for how long: the next form begins with it. */
export type LastStake = Pick<MicrotradeForm, 'currency' | 'seconds' | 'amount'>

/** `serverNow`: the server's clock, in ms since the epoch. */
export type MicrotradeFormInput = {
  symbol: string
  direction: Direction
  last?: LastStake | undefined
  newRequestId: () => string
  serverNow: () => number
}

/** What goes to the server. What arrives first after `confirmBy`, in ms since the epoch, makes no order. */
export type MicrotradeRequest = MicrotradeForm & OnceRequest & { confirmBy: number }

export type Outcome = { output: OnceOutcome<MicrotradeOrder> }

/** How long after a person confirmed an order may arrive, in ms: it is bought at a price that they looked at. */
export const CONFIRM_MS_MAX = 10_000

export type Context = {
  form: MicrotradeForm
  /** What is wrong with the form as it stands: kept current with each change. */
  errors: FormErrors<MicrotradeField, MicrotradeKey | CoverKey>
  terms: readonly CurrencyTerms[]
  market: MarketNow
  requestId: string
  newRequestId: () => string
  serverNow: () => number
  /** Until when the order may arrive: counted from its confirmation, and the same in every asking. */
  confirmBy: number
  /** What the server last said no with, and the field that it concerns; null concerns the order as a whole. */
  refusal: (AnswerRefusal & { field: MicrotradeField | null }) | null
  /** What was bought. */
  order: MicrotradeOrder | null
  /** What trading waits for, where it waits. */
  wanted: WantedName | null
}

/** The request that buys what stands on the form. */
export const requestOf = ({ form, requestId, confirmBy }: Context): MicrotradeRequest => ({
  ...form,
  requestId,
  confirmBy,
})
