import {
  type ActorLogic,
  type ActorRefFrom,
  assign,
  type EventFromLogic,
  type PromiseActorLogic,
  type SnapshotFrom,
  sendTo,
  setup,
} from 'xstate'
import type { Deposit } from '../../api/money/deposit.ts'
import type { Loan } from '../../api/money/loan.ts'
import type { PlanOrder } from '../../api/money/plan.ts'
import type { Savings } from '../../api/money/savings.ts'
import type { Swap } from '../../api/money/swap.ts'
import type { Withdrawal } from '../../api/money/withdrawal.ts'
import type { Strategy } from '../../api/trade/strategy.ts'
import { addPage, newerOf } from '../../rules/orders/order-list.ts'
import { watchAccount } from '../actors/watch-account.ts'
import { type Page, type PageLoaded, type PageRequest, pagedListBy, pagedListOf } from '../parts/pagedList.ts'
import { withEvent } from '../parts/with-event.ts'

/** Kinds of money order other than trades. */
type Kinds = {
  deposit: Deposit
  withdrawal: Withdrawal
  swap: Swap
  savings: Savings
  plan: PlanOrder
  loan: Loan
  strategy: Strategy
}
export type MoneyKind = keyof Kinds
/** One order of a kind, as received. */
export type MoneyOrder<Kind extends MoneyKind> = Kinds[Kind]
type Order = MoneyOrder<MoneyKind>

/** The query: one order, or all. */
export type MoneyFilter = { id?: string | undefined }

/** The list with an update of an order: a new one goes to the top. */
function noteOrder(orders: readonly Order[], order: Order): readonly Order[] {
  const at = orders.findIndex(({ id }) => id === order.id)
  const known = orders[at]
  if (known) return orders.with(at, newerOf(order, known))
  const [newest] = orders
  // An order older than the newest is in a page not loaded yet.
  return newest && order.id < newest.id ? orders : [order, ...orders]
}

const SEEN_MAX = 50

type OrderEvent = { of: MoneyKind; order: Order }

/** An unused quote is not an order. */
const isDone = ({ state }: Order): boolean => state !== 'quoted' && state !== 'expired'

/** The user's deposits, withdrawals, swaps, fixed-term deposits, hosting orders, loans or strategies, newest first, paged, kept current by account events. */
export const moneyListMachine = setup({
  types: {
    context: {} as {
      kind: MoneyKind
      query: MoneyFilter
      orders: readonly Order[]
      /** Orders from events: newer than a page being loaded. */
      seen: readonly Order[]
      /** The last that succeeded while the list was shown. */
      succeeded: string | null
    },
    input: {} as { kind: MoneyKind; query?: MoneyFilter },
    events: {} as
      | { type: 'list.refresh' }
      | PageLoaded<Page<Order>>
      | { type: 'account.deposit'; deposit: Deposit }
      | { type: 'account.withdrawal'; withdrawal: Withdrawal }
      | { type: 'account.swap'; swap: Swap }
      | { type: 'account.savings'; savings: Savings }
      | { type: 'account.plan'; plan: PlanOrder }
      | { type: 'account.loan'; loan: Loan }
      | { type: 'account.strategy'; strategy: Strategy }
      | { type: 'account.missed' },
    children: {} as { pages: 'pagedList' },
  },
  actors: {
    pagedList: pagedListOf<MoneyFilter>(),
    watchAccount,
  },
  actions: {
    keepPage: assign(({ context: { orders, seen } }, { page, first }: PageLoaded<Page<Order>>) => ({
      orders: seen.reduce(noteOrder, first ? page.entries : addPage(orders, page.entries)),
    })),
    note: assign(({ context }, { order }: OrderEvent) => ({
      orders: noteOrder(context.orders, order),
      seen: [...context.seen, order].slice(-SEEN_MAX),
      succeeded: order.status === 1 ? order.id : context.succeeded,
    })),
    refresh: sendTo('pages', { type: 'list.refresh' }),
  },
  guards: {
    isOurs: ({ context: { kind, query } }, { of, order }: OrderEvent) =>
      of === kind && isDone(order) && (query.id === undefined || query.id === order.id),
  },
}).createMachine({
  id: 'moneyList',
  description:
    'The user’s deposits, withdrawals, swaps, fixed-term deposits, hosting orders, loans or strategies, newest first.',
  context: ({ input: { kind, query = {} } }) => ({ kind, query, orders: [], seen: [], succeeded: null }),
  invoke: [
    { src: 'watchAccount', id: 'watchAccount' },
    {
      src: 'pagedList',
      id: 'pages',
      input: ({ context: { query } }) => ({ query }),
    },
  ],
  on: {
    'list.loaded': { actions: withEvent('keepPage') },
    'list.refresh': { actions: 'refresh' },
    'account.missed': { actions: 'refresh' },
    'account.deposit': {
      guard: { type: 'isOurs', params: ({ event }) => ({ of: 'deposit', order: event.deposit }) },
      actions: { type: 'note', params: ({ event }) => ({ of: 'deposit', order: event.deposit }) },
    },
    'account.withdrawal': {
      guard: { type: 'isOurs', params: ({ event }) => ({ of: 'withdrawal', order: event.withdrawal }) },
      actions: { type: 'note', params: ({ event }) => ({ of: 'withdrawal', order: event.withdrawal }) },
    },
    'account.swap': {
      guard: { type: 'isOurs', params: ({ event }) => ({ of: 'swap', order: event.swap }) },
      actions: { type: 'note', params: ({ event }) => ({ of: 'swap', order: event.swap }) },
    },
    'account.savings': {
      guard: { type: 'isOurs', params: ({ event }) => ({ of: 'savings', order: event.savings }) },
      actions: { type: 'note', params: ({ event }) => ({ of: 'savings', order: event.savings }) },
    },
    'account.plan': {
      guard: { type: 'isOurs', params: ({ event }) => ({ of: 'plan', order: event.plan }) },
      actions: { type: 'note', params: ({ event }) => ({ of: 'plan', order: event.plan }) },
    },
    'account.loan': {
      guard: { type: 'isOurs', params: ({ event }) => ({ of: 'loan', order: event.loan }) },
      actions: { type: 'note', params: ({ event }) => ({ of: 'loan', order: event.loan }) },
    },
    'account.strategy': {
      guard: { type: 'isOurs', params: ({ event }) => ({ of: 'strategy', order: event.strategy }) },
      actions: { type: 'note', params: ({ event }) => ({ of: 'strategy', order: event.strategy }) },
    },
  },
})

type List = typeof moneyListMachine

/** The machine, typed for one kind. */
export type MoneyList<Kind extends MoneyKind> = ActorLogic<
  { context: { orders: readonly Kinds[Kind][] } } & SnapshotFrom<List>,
  EventFromLogic<List>,
  { kind: Kind; query?: MoneyFilter }
>

export type MoneyListRef<Kind extends MoneyKind> = ActorRefFrom<MoneyList<Kind>>

/** The machine that loads the pages of one kind by an effect. */
export const moneyListBy = <Kind extends MoneyKind>(
  loadPage: PromiseActorLogic<Page<Kinds[Kind]>, PageRequest<MoneyFilter>>,
) =>
  moneyListMachine.provide({
    actors: { pagedList: pagedListBy(loadPage) },
  }) as unknown as MoneyList<Kind>
