import type { Noun } from '../../app/noun.ts'
import { PLAN, PLAN_ORDERS, PLANS } from '../../router/places.ts'
import { page, type Route } from '../../router/route.ts'
import { plan } from './part.ts'

const one = {
  page: page(() => import('./pages.tsx').then(({ PlanPages }) => PlanPages)),
  parts: [plan],
  header: 'custom',
  title: 'tab.arbitrage',
  up: PLANS,
} as const

const routes: readonly Route[] = [
  { ...one, path: PLANS, tab: 'arbitrage' },
  { ...one, path: PLAN },
  { ...one, path: PLAN_ORDERS },
]

export const noun: Noun = { routes }
