import { FOREX_CHART, FOREX_ORDERS, MARKETS } from '../../places.ts'
import { page, type Route } from '../../route.ts'
import { market } from '../market/part.ts'
import { microtrade } from '../microtrade/part.ts'

export const routes: readonly Route[] = [
  {
    path: FOREX_CHART,
    page: page(() => import('../market/chart-page.tsx').then(({ ForexDetailPage }) => ForexDetailPage)),
    parts: [market, microtrade],
    header: 'custom',
    guard: 'public',
    title: 'title.forex',
    up: MARKETS,
    bones: ['hero', 'line', 'line', 'chart', 'button'],
  },
  {
    path: FOREX_ORDERS,
    page: page(() => import('../microtrade/orders-view.tsx').then(({ ForexOrdersPage }) => ForexOrdersPage)),
    parts: [microtrade],
    header: 'default',
    guard: 'signedIn',
    title: 'title.trade',
    tab: 'trade',
    bones: ['line', 'card', 'card', 'card', 'card'],
  },
]
