import { distinctUntilChanged, filter, from, map } from 'rxjs'
import { inject } from '../../../machines/actors/call.ts'
import { resultOf as resultIn } from '../../../machines/orders/life.ts'
import type { ResultOf } from '../../../machines/trade/is-among.ts'
import { isOursBy, orderListMachine } from '../../../machines/trade/orderList.ts'
import { changesThemBy, orderTotalsMachine } from '../../../machines/trade/orderTotals.ts'
import { createRunningOrders, runningListMachine } from '../../../machines/trade/running-orders.ts'
import { instrumentOf } from '../../../rules/market/instruments.ts'
import type { Deps } from '../../app/deps.ts'
import { pairOf } from '../../format/instrument-names.ts'
import { endedNotice } from './ended-notice.ts'
import { ofKind } from './order-kind.ts'
import { ordersPlace } from './orders-place.ts'

export async function compose({ orderKinds, notice, connection, running, inspection, userId$ }: Deps) {
  const kinds = await orderKinds()
  // Loaded with the CSV writer when a user first saves.
  inject({ saveOrders: async (all) => (await import('./save-orders.ts')).saveOrders(kinds, all) })
  const resultOf: ResultOf = ({ kind, state }) => resultIn(ofKind(kinds, kind).machine, state)
  const orders = createRunningOrders({
    machine: runningListMachine.provide({ guards: { isOurs: isOursBy(resultOf) } }),
    inspection,
    userId$,
    connected$: from(connection).pipe(
      map((now) => now.hasTag('fresh')),
      distinctUntilChanged(),
      filter((fresh) => fresh),
      map(() => undefined),
    ),
  })
  running.add({
    running$: orders.running$.pipe(
      map((all) => all.map(({ id, symbol }) => ({ id, name: pairOf(symbol), to: ordersPlace(instrumentOf(symbol)) }))),
    ),
    known$: orders.known$,
  })
  orders.ended$.subscribe(({ order, shown }) => {
    const content = endedNotice(order, ofKind(kinds, order.kind))
    // A page that shows the order shows an ordinary end, too.
    if (content.stays || !shown) notice.send({ type: 'notice.show', notice: content })
  })
  return {
    kinds,
    /** The user's open orders, of all kinds. */
    open: orders,
    orderList: orderListMachine.provide({ guards: { isOurs: isOursBy(resultOf) } }),
    orderTotals: orderTotalsMachine.provide({ guards: { changesThem: changesThemBy(resultOf) } }),
  }
}
