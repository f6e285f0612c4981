import { describe, expect, test } from 'vitest'
import { chargedTo, owedAtLatest, owedOf } from '../../src/rules/loan/loan.ts'
import { lateFrom, untilDue } from '../../src/ui/pages/loan/forecast.ts'

const terms = { days: 7, ratePpm: 500, latePpm: 1_000, lateCapPpm: 100_000, collectAfterDays: 3 }
const agreed = { ...terms, amount: 1_000_000_000n, dayMs: 1_000, startMs: 0 }
const paidOut = {
  ...{ principal: agreed.amount, counted: 0, interestMicros: 0n, interestPaid: 0n, feeMicros: 0n, feePaid: 0n },
}
/** The loan on a day, the first being 1. */
const onDay = (day: number) => {
  const standing = chargedTo(agreed, paidOut, (day - 1) * agreed.dayMs)
  const { principal, fee, total } = owedOf(standing)
  return { standing, total, from: lateFrom({ ...agreed, principal, fee, daysCounted: day }) }
}

describe('loan: a late one', () => {
  test('costs as much until it is collected as the server then takes', () => {
    for (const day of [8, 9, 10]) {
      const { standing, total, from } = onDay(day)
      expect(total + from.collection).toBe(owedAtLatest(agreed, standing, 0))
      expect(from.day).toBe(1_000_000n)
    }
  })

  test('costs nothing more once its fees have reached their cap', () => {
    expect(onDay(500).from).toEqual({ day: 0n, collection: 0n, cap: 100_000_000n })
  })

  test('rounds the cost of a day up', () => {
    expect(lateFrom({ ...agreed, principal: 1_001n, fee: 0n, daysCounted: 8 }).day).toBe(2n)
  })
})

describe('loan: one that is not due', () => {
  const owed = { principal: 1_000_000_001n, total: 1_001_500_001n }

  test('costs the interest of each day that has not begun', () => {
    expect(untilDue(owed, { ...terms, daysCounted: 3 })).toEqual({ day: 500_001n, total: 1_003_500_001n })
  })

  test('costs nothing more on its last day', () => {
    expect(untilDue(owed, { ...terms, daysCounted: 7 })).toEqual({ day: 0n, total: owed.total })
  })
})
