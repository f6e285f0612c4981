import type { ComponentType } from 'react'
import { useLocation } from 'wouter'
import { LOAN, LOAN_APPLY, LOAN_RECORDS } from '../../router/places.ts'
import { ApplyPage } from './apply.tsx'
import { LoanPage } from './loan.tsx'
import { LoansPage } from './loans.tsx'
import { LoanRecordsPage } from './records.tsx'

const pages: Readonly<Record<string, ComponentType>> = {
  [LOAN_APPLY]: ApplyPage,
  [LOAN_RECORDS]: LoanRecordsPage,
  [LOAN]: LoanPage,
}

/** All loan pages in one chunk: users go from one to the next. */
export function LoanPages() {
  const [path] = useLocation()
  const Page = pages[path] ?? LoansPage
  return <Page />
}
