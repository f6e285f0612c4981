import {
  combineLatest,
  concatMap,
  distinctUntilChanged,
  map,
  Observable,
  of,
  pairwise,
  shareReplay,
  startWith,
  switchMap,
} from 'rxjs'
import { type ActorOptions, createActor } from 'xstate'
import type { MicrotradeOrder } from '../../api/microtrade.ts'
import { hasEnded } from '../orders/life.ts'
import { microtradeMachine } from '../orders/microtrade.ts'
import type { OrderKind, orderListMachine } from './orderList.ts'

export type RunningOrders = {
  /** The timed options that someone has running, newest first of each kind; the newest 20 of each. */
  running$: Observable<readonly MicrotradeOrder[]>
  /** Each of them as it ends. */
  ended$: Observable<MicrotradeOrder>
}

export type RunningOrdersOptions = {
  machine: typeof orderListMachine
  inspection?: Pick<ActorOptions<typeof orderListMachine>, 'inspect'>
  /** Who is signed in, or null. */
  userId$: Observable<string | null>
  /** The connection is there again: what could not be loaded is asked for anew. */
  connected$: Observable<void>
}

const kinds: readonly OrderKind[] = ['crypto', 'wh']
const isOver = ({ state }: MicrotradeOrder) => hasEnded(microtradeMachine, state)

/** Follows what someone has running, on whatever page they are. */
export function createRunningOrders(options: RunningOrdersOptions): RunningOrders {
  const { machine, inspection = {}, userId$, connected$ } = options

  const listOf = (kind: OrderKind) =>
    new Observable<readonly MicrotradeOrder[]>((subscriber) => {
      const list = createActor(machine, { ...inspection, input: { kind, list: 0 } })
      const retrying = connected$.subscribe(() => list.send({ type: 'orders.retry' }))
      const listening = list.subscribe(({ context }) => subscriber.next(context.orders))
      list.start()
      return () => {
        retrying.unsubscribe()
        listening.unsubscribe()
        list.stop()
      }
    }).pipe(distinctUntilChanged())

  const orders$ = userId$.pipe(
    distinctUntilChanged(),
    switchMap((userId) =>
      userId === null ? of([]) : combineLatest(kinds.map(listOf)).pipe(map((lists) => lists.flat())),
    ),
    shareReplay({ bufferSize: 1, refCount: true }),
  )

  return {
    running$: orders$.pipe(map((orders) => orders.filter((order) => !isOver(order)))),
    ended$: orders$.pipe(
      startWith<readonly MicrotradeOrder[]>([]),
      pairwise(),
      concatMap(([before, now]) => {
        const ran = new Set(before.filter((order) => !isOver(order)).map(({ id }) => id))
        return now.filter((order) => ran.has(order.id) && isOver(order))
      }),
    ),
  }
}
