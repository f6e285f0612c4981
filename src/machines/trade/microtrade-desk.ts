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
import type { AnswerRefusal } from '../../api/answer.ts'
import type { MicrotradeOrder } from '../../api/microtrade.ts'
import type { Direction } from '../../rules/microtrade.ts'
import type { LastStake, MicrotradeFormInput } from './microtrade-form-types.ts'
import type { microtradeFormMachine } from './microtradeForm.ts'

export type MicrotradeFormActor = ActorRefFrom<typeof microtradeFormMachine>

/** What became of an order. `unknown`: only the list of orders can tell. */
type Outcome = { type: 'bought' } | { type: 'refused'; refusal: AnswerRefusal | null } | { type: 'unknown' }
export type MicrotradeNews = Outcome & { symbol: string }

export type MicrotradeDesk = {
  /** The order of each symbol that is being bought: now, and at each change. */
  orders$: Observable<ReadonlyMap<string, MicrotradeFormActor>>
  /** What became of orders that nobody was looking at. */
  news$: Observable<MicrotradeNews>
  /** Whether an order waits for its answer. */
  pending$: Observable<boolean>
  /** Each order that was bought, as the answer to its sending has it. */
  bought$: Observable<MicrotradeOrder>
  /** Whether someone looks at the page of a symbol, which shows what runs and how it ends. */
  isShowing(symbol: string): boolean
  /** Begins an order on a symbol, in place of the last; not while that one waits for its answer. */
  buy(symbol: string, direction: Direction): void
  /**
   * Someone looks at a symbol's page, until the function returned is called. With the page goes its order, but for one
   * that waits for its answer: that is there, with what became of it, at the next visit.
   */
  visit(symbol: string): () => void
}

export type MicrotradeDeskOptions = Pick<MicrotradeFormInput, 'newRequestId' | 'serverNow'> & {
  machine: typeof microtradeFormMachine
  /** What was bought for last: kept with each order, and where a form begins. */
  lastStake: { read(): LastStake | undefined; keep(last: LastStake | undefined): void }
  /** What each order's actor is watched with. */
  inspection?: Pick<ActorOptions<typeof microtradeFormMachine>, 'inspect'>
  /** Who is signed in, or null. No order goes on under another's name. */
  userId$: Observable<string | null>
}

/** Keeps the orders that are being bought, so that none is lost with the page that it began on. */
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
