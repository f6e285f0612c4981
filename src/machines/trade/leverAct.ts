import { fromPromise } from 'xstate'
import { addMargin, cancel, close, type LeverOrder, setStop } from '../../api/trade/lever.ts'
import { type ActOn, validateClose, validateMargin, validateStops } from '../../rules/lever/acts.ts'
import { byLoan, freeOf } from '../../rules/money/coverage.ts'
import { hasErrors } from '../../rules/orders/form-errors.ts'
import { send } from '../actors/call.ts'
import { filled } from '../actors/trading.ts'
import { leverMachine } from '../orders/lever.ts'
import { can } from '../orders/life.ts'
import type { OnceSending } from '../parts/submitOnce.ts'
import { type ActContext, type ActRequest, positionActBy } from './positionAct.ts'

/** Acts on a contract, with the machine event that allows each. */
export const actEvents = {
  close: { type: 'order.close' },
  stops: { type: 'order.change' },
  margin: { type: 'order.add' },
  cancel: { type: 'order.cancel' },
} as const
export type LeverActName = keyof typeof actEvents

/** Whether an act on a contract is allowed now. A market order cannot be cancelled. */
export const canAct = (act: LeverActName, { state, type }: Pick<LeverOrder, 'state' | 'type'>): boolean =>
  can(leverMachine, state, actEvents[act]) && !(act === 'cancel' && type === 'market')

/** A contract and one act on it. */
export type LeverActContext = ActContext<LeverActName, LeverOrder>
type Context = LeverActContext

const subjectOf = (order: LeverOrder): ActOn => ({ ...order, parts: order.fills.length })

/** The balance available for added margin, within the loan cover; null before it is known. */
export const freeForMargin = ({ order: { currency }, available, cover }: Context): string | null =>
  available === null ? null : freeOf({ currency, available }, cover)

/** Values of an act's form under current data. */
export const validateActNow = {
  close: ({ form, order, now }: Context) => validateClose(form, { order: subjectOf(order), price: now.price }),
  stops: ({ form, order, now }: Context) => validateStops(form, { order: subjectOf(order), price: now.price }),
  margin: (context: Context) => {
    const { form, order, cover } = context
    const available = freeForMargin(context)
    const holding = context.available === null ? null : { currency: order.currency, available: context.available }
    return byLoan(validateMargin(form, { order: subjectOf(order), available }), holding, cover, available ?? '0')
  },
  cancel: () => ({ errors: {}, values: {}, summary: undefined }),
}

const isRight = (context: Context): boolean => !hasErrors(validateActNow[context.act](context).errors)

/** Requests an act, or retries the request. */
const submitAct = fromPromise<LeverOrder, OnceSending<ActRequest<LeverActName>>>(async ({ input }) => {
  const { act, id, requestId, quantity, takeProfit, stopLoss, amount } = input
  const own = { id, requestId }
  const quiet = { quiet: true }
  switch (act) {
    case 'close':
      return send(close, { ...own, quantity }, quiet)
    case 'stops':
      return send(setStop, { ...own, ...filled({ takeProfit, stopLoss }) }, quiet)
    case 'margin':
      return send(addMargin, { ...own, amount }, quiet)
    case 'cancel':
      return send(cancel, own, quiet)
  }
})

/** An act on one contract: its effect is shown first, and it is executed once. */
export const leverActMachine = positionActBy<LeverActName, LeverOrder>({
  isReady: (context) => canAct(context.act, context.order) && isRight(context),
  submit: submitAct,
})
