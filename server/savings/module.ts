import { sql } from 'kysely'
import type { Module } from '../module.ts'
import { orderModule } from '../orders/module.ts'
import { savingsKind } from './kind.ts'
import { savingsRoutes } from './routes.ts'

/** Fixed-term deposits. */
export const savings: Module = orderModule(savingsKind, {
  migrations: new URL('./migrations/', import.meta.url),
  routes: () => savingsRoutes,
  checks: [
    {
      rows: sql`select savings_taken.product as what, savings_taken.taken, coalesce(sum(savings.amount), 0) as deposits from savings_taken
        left join savings on savings.product = savings_taken.product and savings.settled_ms is null
        group by savings_taken.product, savings_taken.taken
        having savings_taken.taken <> coalesce(sum(savings.amount), 0)`,
      describe: (what) => `the quota of ${what} does not count the deposits that run`,
    },
    {
      rows: sql`select product as what, count(*) as deposits from savings where product not in (select product from savings_taken) group by product`,
      describe: (what) => `the quota of ${what} counts no deposit`,
    },
  ],
})
