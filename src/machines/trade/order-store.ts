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
import { type ActorOptions, type ActorRefFrom, createActor } from 'xstate'
import type { AnswerRefusal } from '../../api/wire/answer.ts'
import { submitOnceBy } from '../parts/submitOnce.ts'
import {
  type OrderFormActor,
  type OrderFormInput,
  type OrderFormKind,
  type OrderOffer,
  orderFormMachine,
  type Symbolic,
} from './orderForm.ts'

/** The outcome of an order whose form was closed. `unknown`: only the list of orders shows it. */
export type OrderNews = { symbol: string } & (
  | { type: 'ordered' | 'unknown' }
  | { type: 'refused'; refusal: AnswerRefusal | null }
)

export type OrderStore<Way, Actor, Answer = unknown> = {
  /** Starts an order, replacing the last; returns the last while that awaits its answer. */
  begin(symbol: string, way: Way): Actor
  /** The order left while awaiting its answer, in its current state. `symbol`: only on this symbol. */
  left(symbol?: string): Actor | undefined
  /**
   * Marks an order as shown, until the returned function is called. Then it is dropped, except one that awaits its answer: its outcome
   * becomes news, and a refused or unknown one is shown at the next visit.
   */
  look(actor: Actor): () => void
  /** Each placed order, as answered. */
  ordered$: Observable<Answer>
  news$: Observable<OrderNews>
  /** Whether an order awaits its answer. */
  pending$: Observable<boolean>
}

type Machine = typeof orderFormMachine
type Actor = ActorRefFrom<Machine>

/** The effects of an order form. */
type OrderFormEffects = NonNullable<Parameters<Machine['provide']>[0]['actors']>

export type OrderStoreOptions<Way, Form extends object, Offer, Change, Answer> = OrderFormKind<
  Way,
  Form,
  Offer,
  Change,
  Answer
> &
  Pick<OrderFormInput<Form, Offer, Change>, 'newRequestId' | 'serverNow'> & {
    /** Whether each symbol can have its own order under way; by default the kind has one. */
    perSymbol?: boolean
    /** The user, or null. No order continues under another user. */
    userId$: Observable<string | null>
    /** The inspector of each order's actor. */
    inspection?: Pick<ActorOptions<Machine>, 'inspect'>
  }

/** Keeps the form of an order that awaits its answer, so that it is not lost with its page. */
export function createOrderStore<Way, Form extends Symbolic, Offer extends OrderOffer, Change, Answer>({
  rules,
  draft,
  newForm,
  loadOffer,
  submit,
  newRequestId,
  serverNow,
  perSymbol = false,
  userId$,
  inspection = {},
}: OrderStoreOptions<Way, Form, Offer, Change, Answer>): OrderStore<Way, OrderFormActor<Form, Offer, Change>, Answer> {
  const actors = { loadOffer, submitOnce: submitOnceBy(submit) } as unknown as OrderFormEffects
  const machine = orderFormMachine.provide({ actors })
  const orders$ = new BehaviorSubject<ReadonlyMap<string, Actor>>(new Map())
  const ordered$ = new Subject<Answer>()
  const news$ = new Subject<OrderNews>()
  let looked: Actor | undefined

  const keyOf = (symbol: string) => (perSymbol ? symbol : '')

  const drop = (order: Actor) => {
    order.stop()
    const others = [...orders$.value].filter(([, each]) => each !== order)
    if (others.length < orders$.value.size) orders$.next(new Map(others))
  }

  const follow = (order: Actor) => {
    let wasPending = false
    order.subscribe((now) => {
      const resolved = wasPending && !now.hasTag('pending')
      wasPending = now.hasTag('pending')
      if (resolved && now.status === 'done') ordered$.next(now.context.order as Answer)
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
      for (const order of orders$.value.values()) {
        const pending = isPending(order)
        drop(order)
        if (pending) news$.next({ symbol: symbolOf(order), type: 'unknown' })
      }
    })

  const store: OrderStore<Way, Actor, Answer> = {
    begin(symbol, way) {
      const before = orders$.value.get(keyOf(symbol))
      if (before && isPending(before)) return before
      if (before) drop(before)
      const { form, draft: name } = draft.restore({ form: newForm(symbol, way), order: null }, symbol)
      const input = { rules, form, draft: name, newRequestId, serverNow }
      const order = createActor(machine, { ...inspection, input })
      follow(order)
      draft.follow(order)
      order.start()
      orders$.next(new Map(orders$.value).set(keyOf(symbol), order))
      return order
    },
    left: (symbol) =>
      [...orders$.value.values()].find(
        (order) => order !== looked && (symbol === undefined || symbolOf(order) === symbol),
      ),
    look(order) {
      looked = order
      return () => {
        if (looked === order) looked = undefined
        if (!isPending(order)) drop(order)
      }
    },
    ordered$,
    news$,
    pending$: orders$.pipe(
      switchMap((orders) => (orders.size === 0 ? of([]) : combineLatest([...orders.values()].map(pendingOf)))),
      map((pending) => pending.includes(true)),
      distinctUntilChanged(),
    ),
  }
  return store as unknown as OrderStore<Way, OrderFormActor<Form, Offer, Change>, Answer>
}

const isPending = (order: Actor): boolean => order.getSnapshot().hasTag('pending')
const symbolOf = (order: Actor): string => order.getSnapshot().context.form.symbol

const pendingOf = (order: Actor): Observable<boolean> =>
  new Observable((subscriber) => {
    subscriber.next(isPending(order))
    return order.subscribe(() => subscriber.next(isPending(order)))
  })

function newsOf(order: Actor): OrderNews {
  const now = order.getSnapshot()
  const symbol = symbolOf(order)
  if (now.hasTag('uncertain')) return { symbol, type: 'unknown' }
  return now.status === 'done'
    ? { symbol, type: 'ordered' }
    : { symbol, type: 'refused', refusal: now.context.failure?.refusal ?? null }
}
