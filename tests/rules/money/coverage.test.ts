import { describe, expect, it } from 'vitest'
import { owedAtLatest } from '../../../src/rules/loan/loan.ts'
import { byLoan, freeOf, hostableOf, ownRoomOf, riskRoomOf } from '../../../src/rules/money/coverage.ts'

const usdt = (amount: number) => BigInt(amount) * 1_000_000n
const dayMs = 86_400_000
const lateness = { latePpm: 1_000, lateCapPpm: 100_000, collectAfterDays: 3 }
const agreed = { ...lateness, amount: usdt(10_000), days: 7, ratePpm: 500, dayMs, startMs: 0 }
const begun = { counted: 0, interestMicros: 0n, interestPaid: 0n, feeMicros: 0n, feePaid: 0n, principal: usdt(10_000) }

describe('the cover of a loan', () => {
  it('is principal, all interest and the late fees until collection, and later the debt of that time', () => {
    expect(owedAtLatest(agreed, begun, 0)).toBe(usdt(10_075))
    expect(owedAtLatest(agreed, begun, 6 * dayMs)).toBe(usdt(10_075))
    expect(owedAtLatest(agreed, begun, 12 * dayMs)).toBe(usdt(10_095))
    // At most a tenth of the loan.
    expect(owedAtLatest(agreed, begun, 1_000 * dayMs)).toBe(usdt(11_035))
  })

  it('leaves the worst-case surplus for risk, and own money for hosting or withdrawal', () => {
    const coverage = { available: usdt(60), least: usdt(50), due: usdt(100) }
    expect(riskRoomOf(coverage)).toBe(usdt(10))
    expect(ownRoomOf(coverage, usdt(45))).toBe(usdt(5))
    expect(ownRoomOf(coverage, usdt(30))).toBe(0n)
    expect(riskRoomOf({ ...coverage, due: usdt(111) })).toBe(0n)
    expect([riskRoomOf({ ...coverage, due: 0n }), ownRoomOf({ ...coverage, due: 0n }, 0n)]).toEqual([
      undefined,
      undefined,
    ])
  })
})

describe('what a form can take while a loan must stay covered', () => {
  const cover = { id: 'loan-1', due: '100.000000', least: '50.000000', coins: '30.000000' }
  const holding = (available: string, currency = 'USDT') => ({ currency, available })

  it('is what may be lost, and never more than is available', () => {
    expect(freeOf(holding('60.000000'), cover)).toBe('10.000000')
    expect(freeOf(holding('40.000000'), cover)).toBe('0.000000')
    expect(freeOf(holding('60.000000'), { ...cover, least: '500.000000' })).toBe('60.000000')
  })

  it('is all that is available without a loan, and of another currency', () => {
    expect(freeOf(holding('60.000000'), null)).toBe('60.000000')
    expect(freeOf(holding('60.000000', 'BTC'), cover)).toBe('60.000000')
    expect(hostableOf(holding('60.000000'), undefined)).toBe('60.000000')
    expect(hostableOf(holding('60.000000', 'BTC'), cover)).toBe('60.000000')
  })

  it('limits hosting to own money whose possible loss is covered', () => {
    expect(hostableOf(holding('90.000000'), cover)).toBe('20.000000')
    // Half of it could be lost, and a loss of 10 is allowed.
    const half = (amount: bigint) => amount / 2n
    expect(hostableOf(holding('60.000000'), { ...cover, coins: '90.000000' }, half)).toBe('20.000001')
    expect(hostableOf(holding('30.000000'), { ...cover, coins: '90.000000' }, (amount) => amount)).toBe('0.000000')
  })

  it('is named as the reason where it is what a form was refused by', () => {
    const judged = { errors: { amount: { key: 'insufficientBalance' } }, summary: 1 }
    expect(byLoan(judged, holding('60.000000'), cover, '10.000000')).toEqual({
      errors: { amount: { key: 'loanNotCovered', params: { limit: '10', owed: '100', currency: 'USDT' } } },
      summary: 1,
    })
    expect(byLoan(judged, holding('60.000000'), cover, '60.000000')).toBe(judged)
    expect(byLoan(judged, holding('60.000000'), null, '10.000000')).toBe(judged)
    const small = { errors: { amount: { key: 'belowMinimum' } } }
    expect(byLoan(small, holding('60.000000'), cover, '10.000000')).toEqual(small)
  })
})
