import { fromPromise } from 'xstate'
import { cancel, close, type ForexOrder, setStop } from '../../api/trade/forex.ts'
import { validateCloseLots } from '../../rules/forex/close.ts'
import { validateStops } from '../../rules/lever/acts.ts'
import { hasErrors } from '../../rules/orders/form-errors.ts'
import { send } from '../actors/call.ts'
import { filled } from '../actors/trading.ts'
import { forexMachine } from '../orders/forex.ts'
import { can } from '../orders/life.ts'
import type { OnceSending } from '../parts/submitOnce.ts'
import { type ActContext, type ActRequest, positionActBy } from './positionAct.ts'

/** Acts on a position in lots, with the machine event that allows each. */
const actEvents = {
  close: { type: 'order.close' },
  stops: { type: 'order.change' },
  cancel: { type: 'order.cancel' },
} as const
export type ForexActName = keyof typeof actEvents

/** A position in lots and one act on it. */
export type ForexActContext = ActContext<ForexActName, ForexOrder>

/** Whether an act on a position is allowed now. A market order cannot be cancelled. */
export const canActOnLots = (act: ForexActName, { state, type }: Pick<ForexOrder, 'state' | 'type'>): boolean =>
  can(forexMachine, state, actEvents[act]) && !(act === 'cancel' && type === 'market')

/** Values of an act's form under current data. */
export const validateLotsNow = {
  close: ({ form, order, now }: ForexActContext) => validateCloseLots(form, { order, price: now.price }),
  stops: ({ form, order, now }: ForexActContext) => validateStops(form, { order, price: now.price }),
  cancel: () => ({ errors: {}, values: {}, summary: undefined }),
}

/** An act on one position in lots: its effect is shown first, and it is executed once. */
export const forexActMachine = positionActBy<ForexActName, ForexOrder>({
  isReady: (context) =>
    canActOnLots(context.act, context.order) && !hasErrors(validateLotsNow[context.act](context).errors),
  submit: fromPromise<ForexOrder, OnceSending<ActRequest<ForexActName>>>(
    ({ input: { act, id, requestId, quantity, takeProfit, stopLoss } }) => {
      const own = { id, requestId }
      const quiet = { quiet: true }
      switch (act) {
        case 'close':
          return send(close, { ...own, lots: quantity }, quiet)
        case 'stops':
          return send(setStop, { ...own, ...filled({ takeProfit, stopLoss }) }, quiet)
        case 'cancel':
          return send(cancel, own, quiet)
      }
    },
  ),
})
