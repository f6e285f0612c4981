import { expect, it } from 'vitest'
import { dateOf } from '../../src/ui/pages/loan/labels.ts'
import { loanOf, owedLoan } from '../models/kit/loans.ts'

it('loan row: shows when a loan is due while it is owed, when it ended, and before both when it was applied for', () => {
  const [dueAt, settledAt] = [1_700_000_600_000, 1_700_000_300_000]
  const waiting = loanOf('loan-1')
  expect(dateOf(waiting)).toEqual({ isDue: false, at: waiting.appliedAt })
  expect(dateOf(owedLoan('loan-1', { dueAt }))).toEqual({ isDue: true, at: dueAt })
  expect(dateOf(owedLoan('loan-1', { state: 'settled', dueAt, settledAt }))).toEqual({ isDue: false, at: settledAt })
})
