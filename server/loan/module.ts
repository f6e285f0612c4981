import { sql } from 'kysely'
import type { Module } from '../module.ts'
import { orderModule } from '../orders/module.ts'
import { loanCommands } from './commands.ts'
import { documentWork } from './documents.ts'
import { loanKind } from './kind.ts'
import { loanRisks } from './risks.ts'
import { loanRoutes } from './routes.ts'
import { appliedFor, chargedUpTo, owedBy, underReview } from './sums.ts'

/** Loans. */
export const loan: Module = orderModule(loanKind, {
  migrations: new URL('./migrations/', import.meta.url),
  routes: () => loanRoutes,
  jobs: (platform) => [documentWork(platform)],
  owes: owedBy,
  charged: chargedUpTo,
  paperAsked: appliedFor,
  elsewhere: underReview,
  risks: loanRisks,
  commands: loanCommands,
  checks: [
    {
      rows: sql`select currency as what, sum(amount) as difference from (
          select currency, amount from entries where account_id = 'platform:loans:' || currency
          union all select currency, principal as amount from loans
        ) as lent group by currency having sum(amount) <> 0`,
      describe: (what) => `what is lent of ${what} is not what is owed of it`,
    },
    {
      rows: sql`select id as what, state, principal, interest_micros, interest_paid, fee_micros, fee_paid
        from loans where (state = 'settled') <>
        (start_ms is not null and principal = 0 and interest_micros / 1000000 = interest_paid and fee_micros / 1000000 = fee_paid)`,
      describe: (what) => `loan ${what} is settled, or it is not`,
    },
    {
      rows: sql`select loans.id as what, loans.paid, loans.payments, count(loan_payments.number) as entries,
          coalesce(sum(loan_payments.fee + loan_payments.interest + loan_payments.principal), 0) as sum
        from loans left join loan_payments on loan_payments.loan_id = loans.id
        group by loans.id, loans.paid, loans.payments
        having loans.payments <> count(loan_payments.number)
          or loans.paid <> coalesce(sum(loan_payments.fee + loan_payments.interest + loan_payments.principal), 0)`,
      describe: (what) => `loan ${what} was not paid what its payments come to`,
    },
  ],
})
