import type { Noun } from '../../app/noun.ts'
import { CONTRACTS, FOREX_ORDERS, ORDERS } from '../../router/places.ts'
import { page, type Route } from '../../router/route.ts'
import { orders } from './part.ts'

const routes: readonly Route[] = [
  {
    path: ORDERS,
    page: page(() => import('./trade.tsx').then(({ TradePage }) => TradePage)),
    parts: [orders],
    ofKinds: true,
    title: 'title.trade',
    aside: { to: CONTRACTS, text: 'title.contracts' },
    tab: 'trade',
    beside: true,
    shapes: ['button', 'button', 'line', 'card', 'line', 'line', 'card', 'row', 'row', 'row'],
  },
  {
    path: FOREX_ORDERS,
    page: page(() => import('./trade.tsx').then(({ ForexOrdersPage }) => ForexOrdersPage)),
    parts: [orders],
    ofKinds: true,
    title: 'title.trade',
    tab: 'trade',
    shapes: ['line', 'card', 'line', 'line', 'card', 'row', 'row', 'row'],
  },
  {
    path: CONTRACTS,
    page: page(() => import('./trade.tsx').then(({ ContractsPage }) => ContractsPage)),
    parts: [orders],
    ofKinds: true,
    title: 'title.contracts',
    up: ORDERS,
    shapes: ['button', 'button', 'line', 'card', 'line', 'line', 'card', 'row', 'row'],
  },
]

export const noun: Noun = { routes }
