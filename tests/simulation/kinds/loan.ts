import { inForceNow, LOAN_AGREEMENT } from '../../../server/news/module.ts'
import * as api from '../../../src/api/money/loan.ts'
import { findLoanCycle, loanLateness, loanLimits } from '../../../src/rules/loan/loan.ts'
import { costBy } from '../../server/loan/judge.ts'
import { documents } from '../../server/loan/support.ts'
import { type Asked, minor, type Person, type SimulatedKind } from '../model.ts'
import type { World } from '../world.ts'

type Input = Asked & { days: number; agreement: string }

const DAY_MS = 5_000
const REVIEW_MS = 30_000
/** A term in days, and its rates in millionths. */
const DAYS = 7
const RATE_PPM = BigInt(findLoanCycle(DAYS)?.ratePpm ?? 0)
const LATE_PPM = BigInt(loanLateness.latePpm)
const CAP_PPM = BigInt(loanLateness.lateCapPpm)

/** Unsettled loans at the last full check. */
const openIn = ({ people }: World): { person: Person; shown: api.Loan }[] =>
  people.flatMap((person) =>
    [...person.orders.values()]
      .filter(({ ask, ended }) => ask.kind === loans && ended === undefined)
      .map(({ shown }) => ({ person, shown: shown as api.Loan }))
      .filter(({ shown }) => shown.paidOutAt !== null),
  )

/** Loans, one per person, repaid in parts, early, late or never. */
export const loans: SimulatedKind<Input, api.Loan> = {
  rank: 9,
  prepare: async (platform, { userId }) => {
    const agreement = await inForceNow(platform, 'en', LOAN_AGREEMENT)
    // They have one set of documents: a second application is of none.
    return { ...(await documents({ platform }, userId)), agreement: agreement?.hash ?? '' }
  },
  ask: (_, amount) => ({
    call: api.submit,
    input: { amount: String(Number(loanLimits.min) + amount), days: DAYS } as Omit<Input, 'requestId'>,
  }),
  refusals: ['alreadyApplied', 'loanOverdue', 'dataNotFound', 'loanLimitReached', 'accountLocked', 'accountFrozen'],
  checkAnswer: (key, { status, orders }, { input }) => {
    const before = [...orders.values()].filter(({ ask }) => ask.kind === loans).length
    const wrong: Record<string, boolean> = {
      ok: status !== 'active' || before > 1,
      accountLocked: status !== 'locked',
      accountFrozen: status !== 'frozen',
    }
    return wrong[key] ? [`${input.requestId} was answered ${key}: ${status}, ${before} before`] : []
  },
  lists: [api.order],
  tables: ['loans'],
  acceptedAt: ({ appliedAt }) => appliedAt,
  actions: [
    {
      name: 'someone repays a part of a loan, or all of it',
      weight: 4,
      happen: async (world, chance) => {
        const open = openIn(world)
        if (open.length === 0) return
        const { person, shown } = chance.pick(open)
        const amount = chance.happens(0.7) ? { amount: String(chance.pick([1, 7, 40])) } : {}
        const requestId = `repayment-${world.life.platform.ids()}`
        await world.ask(api.repayment, { id: shown.id, requestId, ...amount }, person.token)
      },
    },
  ],
  look: ({ ask: { input }, id, acceptedMs, shown }, _, completeMs, late) => {
    const amount = minor(input.amount)
    const { state, paidOutAt, dueAt, daysCounted } = shown
    const [paid, unpaid] = [minor(shown.paid), minor(shown.unpaid)]
    const wrong: string[] = []
    if (paidOutAt === null) return { wrong, available: 0n, held: 0n }
    if (dueAt === null || dueAt !== paidOutAt + DAYS * DAY_MS || paidOutAt < acceptedMs + REVIEW_MS) {
      wrong.push(`loan ${id} is from ${paidOutAt} to ${dueAt}`)
    }
    const terms = { amount, days: BigInt(DAYS), rate_ppm: RATE_PPM, late_ppm: LATE_PPM, late_cap_ppm: CAP_PPM }
    // The cost without any repayment; early repayments can only lower it.
    const most = costBy({ ...terms, start_ms: BigInt(paidOutAt), day_ms: BigInt(DAY_MS) }, [], BigInt(daysCounted))
    if (paid + unpaid > amount + most.interest + most.fee || paid + unpaid < amount) {
      wrong.push(`loan ${id}: ${shown.paid} paid, ${shown.unpaid} unpaid of ${shown.amount} on day ${daysCounted}`)
    }
    if ((state === 'settled') !== (unpaid === 0n)) wrong.push(`loan ${id} ${state} owes ${shown.unpaid}`)
    if (state === 'paidOut' && completeMs >= paidOutAt + DAYS * DAY_MS && !late)
      wrong.push(`loan ${id} is late, and does not say so`)
    return { wrong, available: amount - paid, held: 0n }
  },
  hasEnded: ({ state }) => state === 'settled' || state === 'refused',
  endings: ['settled'],
}
