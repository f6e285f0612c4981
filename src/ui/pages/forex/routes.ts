import { FOREX_CHART, MARKETS } from '../../router/places.ts'
import { page, type Route } from '../../router/route.ts'
import { lever } from '../lever/part.ts'
import { market } from '../market/part.ts'
import { microtrade } from '../microtrade/part.ts'
import { orders } from '../orders/part.ts'
import { spot } from '../spot/part.ts'
import { forex } from './part.ts'

export const routes: readonly Route[] = [
  {
    path: FOREX_CHART,
    page: page(() => import('../market/chart-page.tsx').then(({ ForexDetailPage }) => ForexDetailPage)),
    parts: [market, orders, microtrade, lever, spot, forex],
    header: 'custom',
    guard: 'public',
    title: 'title.forex',
    up: MARKETS,
    bones: ['hero', 'line', 'line', 'chart', 'button'],
  },
]
