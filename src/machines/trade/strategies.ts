import { fromPromise } from 'xstate'
import type { Order } from '../../api/trade/orders.ts'
import { list as spotList } from '../../api/trade/spot.ts'
import { list, pause, resume, stop } from '../../api/trade/strategy.ts'
import { send } from '../actors/call.ts'
import { once, page } from '../actors/calls.ts'
import { moneyListBy } from '../money/moneyList.ts'
import { resultOf } from '../orders/life.ts'
import { spotMachine } from '../orders/spot.ts'
import { askOnceBy } from '../parts/askOnce.ts'
import { loadFirstBy } from '../parts/loadFirst.ts'
import { type Page, type PageRequest, pagedListBy } from '../parts/pagedList.ts'
import { isOursBy, type OrderListInput, orderListMachine } from './orderList.ts'
import { loadStrategyOffer } from './strategyForm.ts'

export const strategyOffer = loadFirstBy(loadStrategyOffer)

export const strategyList = moneyListBy<'strategy'>(page(list))

/** The orders placed by a strategy. */
export const placedOrders = orderListMachine.provide({
  actors: {
    pagedList: pagedListBy(
      fromPromise<Page<Order>, PageRequest<OrderListInput>>(
        async ({ input: { strategy, list, before, limit }, signal }) => {
          const orders = await send(spotList, { strategy, list, before, limit }, { signal })
          return { entries: orders.map((order) => ({ kind: 'spot', ...order })) }
        },
      ),
    ),
  },
  guards: { isOurs: isOursBy(({ state }) => resultOf(spotMachine, state)) },
})

/** The acts on a strategy. */
export const strategyActs = {
  pause: askOnceBy(once(pause)),
  resume: askOnceBy(once(resume)),
  stop: askOnceBy(once(stop)),
}
