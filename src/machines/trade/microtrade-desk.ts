import {
  BehaviorSubject,
  combineLatest,
  distinctUntilChanged,
  filter,
  map,
  Observable,
  of,
  pairwise,
  Subject,
  switchMap,
} from 'rxjs'
import { type ActorOptions, type ActorRefFrom, createActor, type SnapshotFrom } from 'xstate'
import type { MicrotradeOrder } from '../../api/trade/microtrade.ts'
import type { AnswerRefusal } from '../../api/wire/answer.ts'
import type { Direction } from '../../rules/microtrade/microtrade.ts'
import type { LastStake, MicrotradeFormInput } from './microtrade-form-types.ts'
import type { microtradeFormMachine } from './microtradeForm.ts'

export type MicrotradeFormActor = ActorRefFrom<typeof microtradeFormMachine>

/** The outcome of an order. `unknown`: only the list of orders shows it. */
type Outcome = { type: 'bought' } | { type: 'refused'; refusal: AnswerRefusal | null } | { type: 'unknown' }
export type MicrotradeNews = Outcome & { symbol: string }

export type MicrotradeDesk = {
  /** The pending order of each symbol: now, and at each change. */
  orders$: Observable<ReadonlyMap<string, MicrotradeFormActor>>
  /** Outcomes of orders whose page was closed. */
  news$: Observable<MicrotradeNews>
  /** Whether an order awaits its answer. */
  pending$: Observable<boolean>
  /** Each bought order, as answered. */
  bought$: Observable<MicrotradeOrder>
  /** Whether the page of a symbol, which shows its orders, is open. */
  isShowing(symbol: string): boolean
  /** Starts an order on a symbol, replacing the last; not while that one awaits its answer. */
  buy(symbol: string, direction: Direction): void
  /**
   * Marks a symbol's page as open, until the returned function is called. Closing drops its order, except one
   * that awaits its answer: that one is shown, with its outcome, at the next visit.
   */
  visit(symbol: string): () => void
}

export type MicrotradeDeskOptions = Pick<MicrotradeFormInput, 'newRequestId' | 'serverNow'> & {
  machine: typeof microtradeFormMachine
  /** The last stake and period: saved with each order, and the initial values of a form. */
  lastStake: { read(): LastStake | undefined; keep(last: LastStake | undefined): void }
  /** The inspector of each order's actor. */
  inspection?: Pick<ActorOptions<typeof microtradeFormMachine>, 'inspect'>
  /** The user, or null. No order continues under another user. */
  userId$: Observable<string | null>
}

/** Keeps pending orders, so that none is lost with its page. */
export function createMicrotradeDesk({
  machine,
  newRequestId,
  serverNow,
  userId$,
  lastStake,
  inspection = {},
}: MicrotradeDeskOptions): MicrotradeDesk {
  const orders$ = new BehaviorSubject<ReadonlyMap<string, MicrotradeFormActor>>(new Map())
  const news$ = new Subject<MicrotradeNews>()
  const bought$ = new Subject<MicrotradeOrder>()
  const visited = new Set<string>()

  const drop = (symbol: string) => {
    const rest = new Map(orders$.value)
    rest.get(symbol)?.stop()
    if (rest.delete(symbol)) orders$.next(rest)
  }

  const follow = (symbol: string, order: MicrotradeFormActor) => {
    let wasPending = false
    order.subscribe((now) => {
      const resolved = wasPending && !now.hasTag('pending')
      wasPending = now.hasTag('pending')
      if (resolved && now.context.order) {
        const { currency, seconds, amount } = now.context.form
        lastStake.keep({ currency, seconds, amount })
        bought$.next(now.context.order)
      }
      if (resolved && !visited.has(symbol)) news$.next({ symbol, ...outcomeOf(now) })
    })
  }

  const leaving$ = userId$.pipe(
    distinctUntilChanged(),
    pairwise(),
    filter(([before]) => before !== null),
  )
  leaving$.subscribe(() => {
    lastStake.keep(undefined)
    for (const [symbol, order] of orders$.value) {
      const pending = isPending(order)
      drop(symbol)
      if (pending) news$.next({ symbol, type: 'unknown' })
    }
  })

  const pending$ = orders$.pipe(
    switchMap((orders) => (orders.size === 0 ? of([]) : combineLatest([...orders.values()].map(pendingOf)))),
    map((pending) => pending.includes(true)),
    distinctUntilChanged(),
  )

  return {
    orders$,
    news$,
    pending$,
    bought$,
    isShowing: (symbol) => visited.has(symbol),
    buy: (symbol, direction) => {
      const before = orders$.value.get(symbol)
      if (before && isPending(before)) return
      before?.stop()
      const order = createActor(machine, {
        ...inspection,
        input: { symbol, direction, last: lastStake.read(), newRequestId, serverNow },
      })
      follow(symbol, order)
      order.start()
      orders$.next(new Map(orders$.value).set(symbol, order))
    },
    visit: (symbol) => {
      visited.add(symbol)
      return () => {
        visited.delete(symbol)
        const order = orders$.value.get(symbol)
        if (order && !isPending(order)) drop(symbol)
      }
    },
  }
}

const pendingOf = (order: MicrotradeFormActor): Observable<boolean> =>
  new Observable((subscriber) => {
    subscriber.next(isPending(order))
    return order.subscribe((now) => subscriber.next(now.hasTag('pending')))
  })

const isPending = (order: MicrotradeFormActor): boolean => order.getSnapshot().hasTag('pending')

function outcomeOf(now: SnapshotFrom<typeof microtradeFormMachine>): Outcome {
  if (now.context.order) return { type: 'bought' }
  return now.hasTag('uncertain') ? { type: 'unknown' } : { type: 'refused', refusal: now.context.refusal }
}
