import type { Noun } from '../../app/noun.ts'
import { ASSETS, LOAN, LOAN_APPLY, LOAN_RECORDS, LOANS } from '../../router/places.ts'
import { page, type Route } from '../../router/route.ts'
import { loan } from './part.ts'

const one = {
  page: page(() => import('./pages.tsx').then(({ LoanPages }) => LoanPages)),
  parts: [loan],
  header: 'custom',
  title: 'title.loan',
  up: LOANS,
} as const

const routes: readonly Route[] = [
  { ...one, path: LOANS, up: ASSETS },
  { ...one, path: LOAN_APPLY },
  { ...one, path: LOAN_RECORDS },
  { ...one, path: LOAN, up: LOAN_RECORDS },
]

export const noun: Noun = { routes }
