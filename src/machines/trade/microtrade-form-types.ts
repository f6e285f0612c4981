import type { MicrotradeOrder } from '../../api/trade/microtrade.ts'
import type { AnswerRefusal } from '../../api/wire/answer.ts'
import type { CurrencyTerms, MicrotradeField, MicrotradeForm, MicrotradeKey } from '../../rules/microtrade/form.ts'
import type { Direction } from '../../rules/microtrade/microtrade.ts'
import type { CoverKey } from '../../rules/money/coverage.ts'
import type { FormErrors } from '../../rules/orders/form-errors.ts'
import type { OnceOutcome, OnceRequest } from '../parts/submitOnce.ts'
import type { WantedName } from './name-wanted.ts'

/** Whether the instrument's price is tradable now. */
export type MarketNow = 'live' | 'stale' | 'closed'

/** The last stake and period: initial values of the next form. */
export type LastStake = Pick<MicrotradeForm, 'currency' | 'seconds' | 'amount'>

/** `serverNow`: the server's clock, in ms since the epoch. */
export type MicrotradeFormInput = {
  symbol: string
  direction: Direction
  last?: LastStake | undefined
  newRequestId: () => string
  serverNow: () => number
}

/** The request. If it first arrives after `confirmBy`, in ms since the epoch, it makes no order. */
export type MicrotradeRequest = MicrotradeForm & OnceRequest & { confirmBy: number }

export type Outcome = { output: OnceOutcome<MicrotradeOrder> }

/** How long after its confirmation an order may arrive, in ms: so that the user has seen a recent price. */
export const CONFIRM_MS_MAX = 10_000

export type Context = {
  form: MicrotradeForm
  /** Errors of the form, updated with each change. */
  errors: FormErrors<MicrotradeField, MicrotradeKey | CoverKey>
  terms: readonly CurrencyTerms[]
  market: MarketNow
  requestId: string
  newRequestId: () => string
  serverNow: () => number
  /** Deadline of the order: counted from its confirmation, and the same in every retry. */
  confirmBy: number
  /** The last refusal, and the field that it concerns; null: the whole order. */
  refusal: (AnswerRefusal & { field: MicrotradeField | null }) | null
  /** The bought order. */
  order: MicrotradeOrder | null
  /** The pending requirement for trading, if any. */
  wanted: WantedName | null
}

/** The order request of the form. */
export const requestOf = ({ form, requestId, confirmBy }: Context): MicrotradeRequest => ({
  ...form,
  requestId,
  confirmBy,
})
