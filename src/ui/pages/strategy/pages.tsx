import type { ComponentType } from 'react'
import { useLocation } from 'wouter'
import { STRATEGY_ORDERS, STRATEGY_START } from '../../places.ts'
import { StrategyOrdersPage } from './orders.tsx'
import { StartPage } from './start.tsx'
import { StrategiesPage } from './strategies.tsx'

const pages: Readonly<Record<string, ComponentType>> = {
  [STRATEGY_START]: StartPage,
  [STRATEGY_ORDERS]: StrategyOrdersPage,
}

/** All pages of strategies, in one chunk: whoever opens one goes on to the next. */
export function StrategyPages() {
  const [path] = useLocation()
  const Page = pages[path] ?? StrategiesPage
  return <Page />
}
