import type { Noun } from '../../app/noun.ts'
import { STRATEGIES, STRATEGY_ORDERS, STRATEGY_START } from '../../router/places.ts'
import { page, type Route } from '../../router/route.ts'
import { orders } from '../orders/part.ts'
import { spot } from '../spot/part.ts'
import { strategy } from './part.ts'

const one = {
  page: page(() => import('./pages.tsx').then(({ StrategyPages }) => StrategyPages)),
  parts: [strategy, orders, spot],
  header: 'custom',
  title: 'title.strategy',
  up: STRATEGIES,
} as const

const routes: readonly Route[] = [STRATEGIES, STRATEGY_START, STRATEGY_ORDERS].map((path) => ({ ...one, path }))

export const noun: Noun = { routes }
