import { createLoadOrders, createLoadTotals } from '../../../machines/actors/orders.ts'
import { pagedListBy } from '../../../machines/parts/pagedList.ts'
import { orderListMachine } from '../../../machines/trade/orderList.ts'
import { orderTotalsMachine } from '../../../machines/trade/orderTotals.ts'
import type { Deps } from '../../app/deps.ts'

export const compose = ({ client, kept, watchAccount }: Deps) => ({
  orderList: orderListMachine.provide({
    actors: { pagedList: pagedListBy(createLoadOrders(client, kept)), watchAccount },
  }),
  orderTotals: orderTotalsMachine.provide({ actors: { loadTotals: createLoadTotals(client, kept), watchAccount } }),
})
