import { describe, expect, it } from 'vitest'
import { ownRoomOf, riskRoomOf } from '../../src/rules/coverage.ts'
import { loanLateness, owedAtLatest } from '../../src/rules/loan.ts'

const usdt = (amount: number) => BigInt(amount) * 1_000_000n
const dayMs = 86_400_000
const agreed = { ...loanLateness, amount: usdt(10_000), days: 7, ratePpm: 500, dayMs, startMs: 0 }
const begun = { counted: 0, interestMicros: 0n, interestPaid: 0n, feeMicros: 0n, feePaid: 0n, principal: usdt(10_000) }

describe('the cover of a loan', () => {
  it('is principal, all interest and the late fees until it is taken, and later what is owed then', () => {
    expect(owedAtLatest(agreed, begun, 0)).toBe(usdt(10_075))
    expect(owedAtLatest(agreed, begun, 6 * dayMs)).toBe(usdt(10_075))
    expect(owedAtLatest(agreed, begun, 12 * dayMs)).toBe(usdt(10_095))
    // At most a tenth of the loan.
    expect(owedAtLatest(agreed, begun, 1_000 * dayMs)).toBe(usdt(11_035))
  })

  it('leaves to be lost what is there at worst beyond it, and to be hosted or taken out what is one’s own', () => {
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
