import {
  concatMap,
  distinctUntilChanged,
  map,
  Observable,
  of,
  pairwise,
  shareReplay,
  startWith,
  switchMap,
  take,
} from 'rxjs'
import { type ActorOptions, createActor } from 'xstate'
import { list, type Order } from '../../api/trade/orders.ts'
import { newerOf } from '../../rules/orders/order-list.ts'
import { page } from '../actors/calls.ts'
import { pagedListBy } from '../parts/pagedList.ts'
import { isOver } from './is-among.ts'
import { type OrderListInput, orderListMachine } from './orderList.ts'

export type RunningOrders = {
  /** The user's live orders of every kind, newest first; at most 20. */
  running$: Observable<readonly Order[]>
  /** Whether they have been loaded; until then, `running$` is empty. True without a user, who would have none. */
  known$: Observable<boolean>
  /** Each order as it ends, and whether its symbol is shown. */
  ended$: Observable<{ order: Order; shown: boolean }>
  /** The newest known copy of an order: an answer to a repeated request may be older than events since the first. */
  newest: (order: Order) => Observable<Order>
  /** Ended orders on a symbol, newest first; at most 20. */
  past: (symbol: string) => Observable<readonly Order[]>
  /** Marks a symbol's orders as shown, until the returned function is called. */
  show: (symbol: string) => () => void
}

export type RunningOrdersOptions = {
  machine: typeof orderListMachine
  inspection?: Pick<ActorOptions<typeof orderListMachine>, 'inspect'>
  /** The user, or null. */
  userId$: Observable<string | null>
  /** The connection is back: failed loads are retried. */
  connected$: Observable<void>
}

/** The list of orders that loads in the background, and caches nothing. */
export const runningListMachine = orderListMachine.provide({
  actors: { pagedList: pagedListBy(page<Order, OrderListInput>(list, {}, true)) },
})

/** The orders of a list. `known`: they have been loaded. */
type Listed = { orders: readonly Order[]; known: boolean }

/** Follows the user's live orders, on every page. */
export function createRunningOrders(options: RunningOrdersOptions): RunningOrders {
  const { machine, inspection = {}, userId$, connected$ } = options
  const shown = new Set<string>()

  const listed = (input: OrderListInput) => {
    const listed$ = new Observable<Listed>((subscriber) => {
      const list = createActor(machine, { ...inspection, input })
      // Loading replaces these, also by none.
      const { orders: initial } = list.getSnapshot().context
      const retrying = connected$.subscribe(() => list.send({ type: 'orders.retry' }))
      const listening = list.subscribe(({ context: { orders } }) =>
        subscriber.next({ orders, known: orders !== initial }),
      )
      list.start()
      return () => {
        retrying.unsubscribe()
        listening.unsubscribe()
        list.stop()
      }
    }).pipe(distinctUntilChanged((before, now) => before.orders === now.orders))
    return userId$.pipe(
      distinctUntilChanged(),
      switchMap((userId) => (userId === null ? of<Listed>({ orders: [], known: true }) : listed$)),
    )
  }

  const open$ = listed({ list: 0 }).pipe(shareReplay({ bufferSize: 1, refCount: true }))
  const orders$ = open$.pipe(map(({ orders }) => orders))

  return {
    newest: (order) =>
      orders$.pipe(
        take(1),
        map((known) => newerOf(order, known.find(({ id }) => id === order.id) ?? order)),
      ),
    past: (symbol) => listed({ list: 1, symbol }).pipe(map(({ orders }) => orders)),
    show: (symbol) => {
      shown.add(symbol)
      return () => void shown.delete(symbol)
    },
    running$: orders$.pipe(map((orders) => orders.filter((order) => !isOver(order)))),
    known$: open$.pipe(
      map(({ known }) => known),
      distinctUntilChanged(),
    ),
    ended$: orders$.pipe(
      startWith<readonly Order[]>([]),
      pairwise(),
      concatMap(([before, now]) => {
        const ran = new Set(before.filter((order) => !isOver(order)).map(({ id }) => id))
        return now
          .filter((order) => ran.has(order.id) && isOver(order))
          .map((order) => ({ order, shown: shown.has(order.symbol) }))
      }),
    ),
  }
}
