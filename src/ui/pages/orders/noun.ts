import type { Noun } from '../../app/noun.ts'
import { CONTRACTS, FOREX_ORDERS, ORDERS } from '../../router/places.ts'
import { page, type Route } from '../../router/route.ts'
import { wallet } from '../wallet/part.ts'
import { orders } from './part.ts'

const routes: readonly Route[] = [
  {
    path: ORDERS,
    page: page(() => import('./trade.tsx').then(({ TradePage }) => TradePage)),
    parts: [orders, wallet],
    header: 'custom',
    ofKinds: true,
    title: 'tab.trade',
    tab: 'trade',
    beside: true,
    wide: true,
    shapes: ['line', 'hero', 'line', 'line', 'card', 'card'],
  },
  {
    path: FOREX_ORDERS,
    page: page(() => import('./trade.tsx').then(({ ForexOrdersPage }) => ForexOrdersPage)),
    parts: [orders, wallet],
    header: 'custom',
    ofKinds: true,
    title: 'tab.trade',
    tab: 'trade',
    wide: true,
    shapes: ['line', 'hero', 'line', 'line', 'card', 'card'],
  },
  {
    path: CONTRACTS,
    page: page(() => import('./trade.tsx').then(({ ContractsPage }) => ContractsPage)),
    parts: [orders, wallet],
    header: 'custom',
    ofKinds: true,
    title: 'title.contracts',
    up: ORDERS,
    wide: true,
    shapes: ['line', 'hero', 'line', 'line', 'card', 'card'],
  },
]

export const noun: Noun = { routes }
