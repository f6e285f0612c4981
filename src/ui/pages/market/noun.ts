import type { Noun } from '../../app/noun.ts'
import { CHART, MARKETS } from '../../router/places.ts'
import { page, type Route } from '../../router/route.ts'
import { orders } from '../orders/part.ts'
import { wallet } from '../wallet/part.ts'
import { market } from './part.ts'

const routes: readonly Route[] = [
  {
    path: MARKETS,
    page: page(() => import('./market.tsx').then(({ MarketPage }) => MarketPage)),
    parts: [market],
    header: 'custom',
    guard: 'public',
    title: 'title.market',
    tab: 'markets',
    beside: true,
    shapes: ['line', 'row', 'row', 'row', 'row', 'row', 'row', 'row'],
  },
  {
    path: CHART,
    page: page(() => import('./chart-page.tsx').then(({ KlinePage }) => KlinePage)),
    parts: [market, orders, wallet],
    ofKinds: true,
    header: 'custom',
    guard: 'public',
    title: 'title.kline',
    up: MARKETS,
    section: 'trade',
    beside: true,
    shapes: ['hero', 'line', 'line', 'chart', 'button'],
  },
]

export const noun: Noun = { routes }
