import { fromPromise } from 'xstate'
import { type ForexOrder, setStop } from '../../api/trade/forex.ts'
import { validateStops } from '../../rules/lever/acts.ts'
import { hasErrors } from '../../rules/orders/form-errors.ts'
import { send } from '../actors/call.ts'
import { filled } from '../actors/trading.ts'
import { forexMachine } from '../orders/forex.ts'
import { can } from '../orders/life.ts'
import type { OnceSending } from '../parts/submitOnce.ts'
import { type ActContext, type ActRequest, positionActBy } from './positionAct.ts'

/** Acts on a position in lots, with the machine event that allows each. */
const actEvents = { stops: { type: 'order.change' } } as const
export type ForexActName = keyof typeof actEvents

/** A position in lots and one act on it. */
export type ForexActContext = ActContext<ForexActName, ForexOrder>

/** Whether an act on a position is allowed now. */
export const canActOnLots = (act: ForexActName, { state }: Pick<ForexOrder, 'state'>): boolean =>
  can(forexMachine, state, actEvents[act])

/** An act on one position in lots: its effect is shown first, and it is executed once. */
export const forexActMachine = positionActBy<ForexActName, ForexOrder>({
  isReady: ({ act, order, form, now }) =>
    canActOnLots(act, order) && !hasErrors(validateStops(form, { order, price: now.price }).errors),
  submit: fromPromise<ForexOrder, OnceSending<ActRequest<ForexActName>>>(
    ({ input: { id, requestId, takeProfit, stopLoss } }) =>
      send(setStop, { id, requestId, ...filled({ takeProfit, stopLoss }) }, { quiet: true }),
  ),
})
