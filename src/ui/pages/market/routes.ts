import { CHART, MARKETS } from '../../router/places.ts'
import { page, type Route } from '../../router/route.ts'
import { forex } from '../forex/part.ts'
import { lever } from '../lever/part.ts'
import { microtrade } from '../microtrade/part.ts'
import { orders } from '../orders/part.ts'
import { spot } from '../spot/part.ts'
import { market } from './part.ts'

export const routes: readonly Route[] = [
  {
    path: MARKETS,
    page: page(() => import('./market.tsx').then(({ MarketPage }) => MarketPage)),
    parts: [market],
    guard: 'public',
    title: 'title.market',
    tab: 'markets',
    bones: ['line', 'row', 'row', 'row', 'row', 'row', 'row', 'row'],
  },
  {
    path: CHART,
    page: page(() => import('./chart-page.tsx').then(({ KlinePage }) => KlinePage)),
    parts: [market, orders, microtrade, lever, spot, forex],
    header: 'custom',
    guard: 'public',
    title: 'title.kline',
    up: MARKETS,
    bones: ['hero', 'line', 'line', 'chart', 'button'],
  },
]
