import type { Noun } from '../../app/noun.ts'
import { FOREX_CHART, MARKETS } from '../../router/places.ts'
import { page, type Route } from '../../router/route.ts'
import { market } from '../market/part.ts'
import { orders } from '../orders/part.ts'
import { wallet } from '../wallet/part.ts'
import { forex } from './part.ts'

const routes: readonly Route[] = [
  {
    path: FOREX_CHART,
    page: page(() => import('../market/chart-page.tsx').then(({ ForexDetailPage }) => ForexDetailPage)),
    parts: [market, orders, wallet],
    ofKinds: true,
    header: 'custom',
    guard: 'public',
    title: 'title.forex',
    up: MARKETS,
    section: 'trade',
    beside: true,
    shapes: ['hero', 'line', 'line', 'chart', 'button'],
  },
]

export const noun: Noun = {
  routes,
  order: { kind: 'forex', part: forex, load: () => import('./order.ts') },
}
