import type { ComponentType } from 'react'
import { useLocation } from 'wouter'
import { STRATEGY_ORDERS, STRATEGY_START } from '../../router/places.ts'
import { StrategyOrdersPage } from './orders.tsx'
import { StartPage } from './start.tsx'
import { StrategiesPage } from './strategies.tsx'

const pages: Readonly<Record<string, ComponentType>> = {
  [STRATEGY_START]: StartPage,
  [STRATEGY_ORDERS]: StrategyOrdersPage,
}

/** All strategy pages in one chunk: users go from one to the next. */
export function StrategyPages() {
  const [path] = useLocation()
  const Page = pages[path] ?? StrategiesPage
  return <Page />
}
