import type { ComponentType } from 'react'
import { useLocation } from 'wouter'
import { PLAN, PLAN_ORDERS } from '../../router/places.ts'
import { PlanOrdersPage } from './orders.tsx'
import { PlanPage } from './plan.tsx'
import { PlansPage } from './plans.tsx'

const pages: Readonly<Record<string, ComponentType>> = { [PLAN]: PlanPage, [PLAN_ORDERS]: PlanOrdersPage }

/** All plan pages in one chunk: users go from one to the next. */
export function PlanPages() {
  const [path] = useLocation()
  const Page = pages[path] ?? PlansPage
  return <Page />
}
