import { sql } from 'kysely'
import type { Module } from '../module.ts'
import { orderModule } from '../orders/module.ts'
import { planCommands } from './commands.ts'
import { planKind } from './kind.ts'
import { planWork } from './plans.ts'
import { planRoutes } from './routes.ts'

/** Hosting plans, and their orders. */
export const plan: Module = orderModule(planKind, {
  migrations: new URL('./migrations/', import.meta.url),
  routes: () => planRoutes,
  jobs: (platform) => [planWork(platform)],
  commands: planCommands,
  checks: [
    {
      rows: sql`select plans.id as what, plans.participants, count(plan_orders.id) as orders from plans
        left join plan_orders on plan_orders.plan_id = plans.id and plan_orders.settled_ms is null
        group by plans.id, plans.participants having plans.participants <> count(plan_orders.id)`,
      describe: (what) => `plan ${what} does not count the orders that are in it`,
    },
    {
      rows: sql`select plan_orders.id as what, next_day, plans.revealed from plan_orders join plans on plans.id = plan_orders.plan_id
        where settled_ms is null and next_day <= last_day and next_day <= plans.revealed`,
      describe: (what) => `plan order ${what} waits for a day whose link is public`,
    },
    {
      rows: sql`select plan_id as what, day, drawn, revealed from plan_days join plans on plans.id = plan_days.plan_id
        where (day <= revealed) <> (link is not null) or day > drawn`,
      describe: (what) => `plan ${what} shows other links than those of its days that are over`,
    },
  ],
})
