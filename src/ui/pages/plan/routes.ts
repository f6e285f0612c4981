import { PLAN, PLAN_ORDERS, PLANS } from '../../places.ts'
import { page, type Route } from '../../route.ts'
import { plan } from './part.ts'

const shared = { parts: [plan], header: 'custom', guard: 'signedIn', title: 'tab.arbitrage', up: PLANS } as const

export const routes: readonly Route[] = [
  {
    ...shared,
    path: PLANS,
    page: page(() => import('./plans.tsx').then(({ PlansPage }) => PlansPage)),
    tab: 'arbitrage',
  },
  { ...shared, path: PLAN, page: page(() => import('./plan.tsx').then(({ PlanPage }) => PlanPage)) },
  {
    ...shared,
    path: PLAN_ORDERS,
    page: page(() => import('./orders.tsx').then(({ PlanOrdersPage }) => PlanOrdersPage)),
  },
]
