import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  chargedTo,
  interestSpared,
  LOAN_DOCUMENT_DAYS,
  type LoanAgreed,
  type LoanStanding,
  loanCycles,
  loanLateness,
  loanLimits,
  loanPaperErrors,
  loanReminders,
  owedOf,
  paidInto,
  splitPayment,
  validateLoan,
  validateRepayment,
  yearlyBps,
} from '../../../src/rules/loan/loan.ts'
import { costBy, type Payment } from '../../server/loan/judge.ts'

const terms = {
  ...{ min: '100', max: '10000', left: '5000' },
  ...{ latePpm: 1_000, lateCapPpm: 100_000, collectAfterDays: 3, cycles: [{ days: 30, ratePpm: 400 }] },
}
const DAY = 86_400_000
const agreed: LoanAgreed = {
  amount: 1_000_000_000n,
  days: 30,
  ratePpm: 400,
  latePpm: 1_000,
  lateCapPpm: 100_000,
  dayMs: DAY,
  startMs: 5,
}
const fresh = (amount: bigint): LoanStanding => ({
  principal: amount,
  counted: 0,
  interestMicros: 0n,
  interestPaid: 0n,
  feeMicros: 0n,
  feePaid: 0n,
})

describe('loans', () => {
  it('are offered by these terms', () => {
    expect(loanLimits).toEqual({ min: '100', max: '10000' })
    expect(loanCycles.map(({ days, ratePpm }) => [days, ratePpm, yearlyBps(ratePpm)])).toEqual([
      [7, 500, 1825],
      [14, 440, 1606],
      [30, 400, 1460],
      [60, 360, 1314],
      [90, 320, 1168],
    ])
    expect(loanLateness).toEqual({ latePpm: 1_000, lateCapPpm: 100_000, collectAfterDays: 3 })
    expect([...loanReminders, LOAN_DOCUMENT_DAYS]).toEqual([3, 1, 30])
  })

  it.each([
    ['', { amount: { key: 'wrongAmount' } }],
    ['0', { amount: { key: 'wrongAmount' } }],
    ['1e3', { amount: { key: 'wrongAmount' } }],
    ['99.999999', { amount: { key: 'belowMinimum', params: { limit: '100', currency: 'USDT' } } }],
    ['100', {}],
    ['5000', {}],
    ['5000.000001', { amount: { key: 'loanLimitReached', params: { limit: '5000', currency: 'USDT' } } }],
    ['10000.000001', { amount: { key: 'aboveMaximum', params: { limit: '10000', currency: 'USDT' } } }],
  ])('of %j are judged', (amount, errors) => {
    const judged = validateLoan({ amount, days: 30 }, terms)
    expect(judged.errors).toEqual(errors)
    expect(judged.values !== undefined).toBe(Object.keys(errors).length === 0)
    expect(validateLoan({ amount, days: 31 }, terms).errors).toEqual({ days: { key: 'wrongCycle' } })
  })

  it('say beforehand all that they cost, and what being late costs at most', () => {
    expect(validateLoan({ amount: '1234.567891', days: 30 }, terms).summary).toEqual({
      amount: '1234.567891',
      // 0.04% for 30 days of 1,234.567891 is 14.814814692, rounded down.
      interest: '14.814814',
      total: '1249.382705',
      lateDay: '1.234567',
      lateMost: '123.456789',
      mostCost: '138.271603',
      yearlyBps: 1460,
    })
  })

  it('ask for each document, of a size and kind, and for consent', () => {
    const photo = { size: 10, type: 'image/png' }
    const all = { house: photo, income: photo, statement: photo, identity: photo }
    expect(loanPaperErrors(all, true)).toEqual({})
    expect(loanPaperErrors({ ...all, income: null, statement: { size: 9_000_000, type: 'image/png' } }, false)).toEqual(
      {
        income: { key: 'documentRequired' },
        statement: { key: 'fileTooLarge', params: { limit: '8' } },
        agreed: { key: 'agreementRequired' },
      },
    )
  })

  it('bear principal × rate × days, and after the due date a fee once a day up to its cap', () => {
    const owedOn = (days: number) => owedOf(chargedTo(agreed, fresh(1_000_000_000n), 5 + (days - 1) * DAY))
    expect(owedOf(chargedTo(agreed, fresh(1_000_000_000n), 4)).total).toBe(1_000_000_000n)
    expect(owedOn(1)).toEqual({ fee: 0n, interest: 400_000n, principal: 1_000_000_000n, total: 1_000_400_000n })
    expect(owedOn(30).interest).toBe(12_000_000n)
    expect([31, 32, 130, 131, 9_999].map((day) => [owedOn(day).interest, owedOn(day).fee])).toEqual([
      [12_000_000n, 1_000_000n],
      [12_000_000n, 2_000_000n],
      [12_000_000n, 100_000_000n],
      [12_000_000n, 100_000_000n],
      [12_000_000n, 100_000_000n],
    ])
  })

  it('keep charges after the clock was set back, and charge no day twice', () => {
    const fifth = chargedTo(agreed, fresh(1_000_000_000n), 5 + 4 * DAY)
    expect(chargedTo(agreed, fifth, 5 + 2 * DAY)).toEqual(fifth)
    expect(chargedTo(agreed, chargedTo(agreed, fifth, 5 + 2 * DAY), 5 + 4 * DAY)).toEqual(fifth)
  })

  it('cost the same whenever they are charged, and are settled exactly when nothing is owed, along random lives', () => {
    const life = fc.record({
      amount: fc.bigInt({ min: 100_000_000n, max: 10_000_000_000n }),
      cycle: fc.constantFrom(...loanCycles),
      dayMs: fc.constantFrom(1_000, 60_000, DAY),
      acts: fc.array(
        fc.record({
          after: fc.integer({ min: 0, max: 12_000 }),
          pays: fc.option(fc.bigInt({ min: 1n, max: 3_000_000_000n })),
        }),
        { maxLength: 30 },
      ),
    })
    fc.assert(
      fc.property(life, ({ amount, cycle, dayMs, acts }) => {
        const own = { ...agreed, ...cycle, amount, dayMs, startMs: 1_000 }
        const payments: Payment[] = []
        let standing = fresh(amount)
        let paid = 0n
        let now = own.startMs
        for (const { after, pays } of acts) {
          now += Math.floor((after * dayMs) / 1_000)
          standing = chargedTo(own, standing, now)
          const owed = owedOf(standing)
          if (pays !== null && owed.total > 0n) {
            const split = splitPayment(owed, pays < owed.total ? pays : owed.total)
            // The fee first, then interest, then principal.
            expect(split.interest === 0n || split.fee === owed.fee).toBe(true)
            expect(split.principal === 0n || split.interest === owed.interest).toBe(true)
            standing = paidInto(standing, split)
            payments.push({ at_ms: BigInt(now), fee: split.fee, interest: split.interest, principal: split.principal })
            paid += split.total
          }
          const by = costBy(
            {
              amount,
              days: BigInt(cycle.days),
              rate_ppm: BigInt(cycle.ratePpm),
              late_ppm: 1_000n,
              late_cap_ppm: 100_000n,
              day_ms: BigInt(dayMs),
              start_ms: BigInt(own.startMs),
            },
            payments,
            BigInt(standing.counted),
          )
          const { total, fee, interest } = owedOf(standing)
          expect(total).toBe(amount + by.interest + by.fee - paid)
          expect([fee >= 0n, interest >= 0n, standing.principal >= 0n, total >= 0n]).toEqual([true, true, true, true])
          expect(by.fee <= amount / 10n).toBe(true)
          if (standing.counted <= cycle.days) expect(by.fee).toBe(0n)
        }
      }),
      { numRuns: 300 },
    )
  })
})

describe('loan: what a payment spares', () => {
  const loan = { days: 7, daysCounted: 1, ratePpm: 500 }
  it.each([
    [100_000_000n, loan, 300_000n],
    [100_000_000n, { ...loan, daysCounted: 7 }, 0n],
    // Late days bear no interest.
    [100_000_000n, { ...loan, daysCounted: 9 }, 0n],
    // A tenth of a minor unit is not there to be spared.
    [333n, { ...loan, daysCounted: 6 }, 0n],
    [0n, loan, 0n],
  ])('is the interest of the days that have not begun: of %s at %j', (principal, at, spared) =>
    expect(interestSpared(principal, at)).toBe(spared),
  )
})

describe('loan: repayments', () => {
  const owed = { fee: 1_000_000n, interest: 2_000_000n, principal: 100_000_000n, total: 103_000_000n }
  const validate = (amount: string, available: string | null = '200', all = false) =>
    validateRepayment({ amount, all }, { owed, available })

  it.each([
    ['', { key: 'wrongAmount' }],
    ['0', { key: 'wrongAmount' }],
    ['103.000001', { key: 'aboveMaximum', params: { limit: '103.000000', currency: 'USDT' } }],
    ['103', undefined],
    ['0.000001', undefined],
  ])('of %j are judged', (amount, error) => expect(validate(amount).errors.amount).toEqual(error))

  it('state their parts, and the debt after them', () => {
    expect(validate('13').summary).toEqual({
      amount: '13.000000',
      fee: '1.000000',
      interest: '2.000000',
      principal: '10.000000',
      left: '90.000000',
    })
    expect(validate('13').values?.settles).toBe(false)
    expect(validate('', '103', true).values).toMatchObject({ total: 103_000_000n, settles: true })
    expect(validate('', '102.999999', true).errors.amount).toEqual({ key: 'insufficientBalance' })
    expect(validate('', null, true).errors).toEqual({})
  })
})
