import { ORDERS } from '../../places.ts'
import { page, type Route } from '../../route.ts'
import { microtrade } from './part.ts'

export const routes: readonly Route[] = [
  {
    path: ORDERS,
    page: page(() => import('./orders-view.tsx').then(({ TradePage }) => TradePage)),
    parts: [microtrade],
    header: 'default',
    guard: 'signedIn',
    title: 'title.trade',
    tab: 'trade',
    bones: ['line', 'card', 'card', 'card', 'card'],
  },
]
