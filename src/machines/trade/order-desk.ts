import { BehaviorSubject, distinctUntilChanged, filter, Observable, of, pairwise, Subject, switchMap } from 'rxjs'
import { type ActorRefFrom, type AnyActorRef, type AnyStateMachine, createActor, type InputFrom } from 'xstate'
import type { AnswerRefusal } from '../../api/answer.ts'

/** The outcome of an order whose form was closed. `unknown`: only the list of orders shows it. */
export type OrderNews = { symbol: string } & (
  | { type: 'ordered' | 'unknown' }
  | { type: 'refused'; refusal: AnswerRefusal | null }
)

export type OrderDesk<Way, Actor> = {
  /** Starts an order, replacing the last; returns the last while that awaits its answer. */
  begin(symbol: string, way: Way): Actor
  /** The order left while awaiting its answer, in its current state. `symbol`: only on this symbol. */
  left(symbol?: string): Actor | undefined
  /**
   * Marks an order as shown, until the returned function is called. Then it is dropped, except one that awaits its answer: its outcome
   * becomes news, and a refused or unknown one is shown at the next visit.
   */
  look(actor: Actor): () => void
  news$: Observable<OrderNews>
  /** Whether an order awaits its answer. */
  pending$: Observable<boolean>
}

export type OrderDeskOptions<Way, Machine extends AnyStateMachine> = {
  /** A form with the tags `pending` and `uncertain`, and with `form.symbol` and `failure` in its context. */
  machine: Machine
  inputOf(symbol: string, way: Way): InputFrom<Machine>
  /** The user, or null. No order continues under another user. */
  userId$: Observable<string | null>
  /** The inspector of each order's actor. */
  inspection?: object
}

/** Keeps the form of an order that awaits its answer, so that it is not lost with its page. */
export function createOrderDesk<Way, Machine extends AnyStateMachine>({
  machine,
  inputOf,
  userId$,
  inspection = {},
}: OrderDeskOptions<Way, Machine>): OrderDesk<Way, ActorRefFrom<Machine>> {
  const logic: AnyStateMachine = machine
  const current$ = new BehaviorSubject<AnyActorRef | undefined>(undefined)
  const news$ = new Subject<OrderNews>()
  let looked: AnyActorRef | undefined

  const drop = (order: AnyActorRef | undefined) => {
    order?.stop()
    if (order === current$.value) current$.next(undefined)
  }

  const follow = (order: AnyActorRef) => {
    let wasPending = false
    order.subscribe((now) => {
      const resolved = wasPending && !now.hasTag('pending')
      wasPending = now.hasTag('pending')
      if (!resolved || looked === order) return
      news$.next(newsOf(order))
      if (now.status === 'done') drop(order)
    })
  }

  userId$
    .pipe(
      distinctUntilChanged(),
      pairwise(),
      filter(([before]) => before !== null),
    )
    .subscribe(() => {
      const order = current$.value
      const pending = order && isPending(order)
      drop(order)
      if (pending) news$.next({ symbol: symbolOf(order), type: 'unknown' })
    })

  return {
    begin(symbol, way) {
      const before = current$.value
      if (before && isPending(before)) return before as ActorRefFrom<Machine>
      drop(before)
      const order = createActor(logic, { ...inspection, input: inputOf(symbol, way) })
      follow(order)
      order.start()
      current$.next(order)
      return order as unknown as ActorRefFrom<Machine>
    },
    left: (symbol) => {
      const order = current$.value
      const isMeant = order && order !== looked && (symbol === undefined || symbolOf(order) === symbol)
      return (isMeant ? order : undefined) as ActorRefFrom<Machine> | undefined
    },
    look(actor) {
      const order: AnyActorRef = actor
      looked = order
      return () => {
        if (looked === order) looked = undefined
        if (!isPending(order)) drop(order)
      }
    },
    news$,
    pending$: current$.pipe(
      switchMap((order) => (order ? pendingOf(order) : of(false))),
      distinctUntilChanged(),
    ),
  }
}

const isPending = (order: AnyActorRef): boolean => order.getSnapshot().hasTag('pending')
const symbolOf = (order: AnyActorRef): string => order.getSnapshot().context.form.symbol

const pendingOf = (order: AnyActorRef): Observable<boolean> =>
  new Observable((subscriber) => {
    subscriber.next(isPending(order))
    return order.subscribe(() => subscriber.next(isPending(order)))
  })

function newsOf(order: AnyActorRef): OrderNews {
  const now = order.getSnapshot()
  const symbol = symbolOf(order)
  if (now.hasTag('uncertain')) return { symbol, type: 'unknown' }
  return now.status === 'done'
    ? { symbol, type: 'ordered' }
    : { symbol, type: 'refused', refusal: now.context.failure?.refusal ?? null }
}
