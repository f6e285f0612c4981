import { openPlans } from '../../../server/plan/plans.ts'
import * as api from '../../../src/api/plan.ts'
import { minorOf } from '../../server/plan/judge.ts'
import { type Asked, minor, type SimulatedKind } from '../model.ts'

type Input = Asked & { pid: string }

const DAY_MS = 5_000
const REVIEW_MS = 30_000
/** Its days are drawn, each is accrued, and it is over, one after the other, each as the record grows by a second. */
const TURNS_MS = 5_000
/** Of the first tier: an order of it runs for so many days. */
const DAYS = 2

/** Orders of a hosting plan. What their days came to is judged by their links, with the invariants. */
export const plans: SimulatedKind<Input, api.PlanOrder> = {
  prepare: async (platform) => ({ pid: (await openPlans(platform)).find(({ tier }) => tier === '1')?.id }),
  ask: (_, amount) => ({ call: api.order, input: { amount: String(500 + amount) } as Omit<Input, 'requestId'> }),
  // A plan ends: whoever was asleep for long asks for one that takes no more orders.
  refusals: ['insufficientBalance', 'timesReached', 'projectStatusError', 'accountLocked', 'accountFrozen'],
  checkAnswer: (key, { status, orders }, { input }, { available }) => {
    const poor = available !== undefined && available < minor(input.amount)
    const before = [...orders.values()].filter(({ ask }) => ask.kind === plans).length
    const wrong: Record<string, boolean> = {
      ok: poor || status !== 'active' || before > 2,
      insufficientBalance: available !== undefined && !poor,
      accountLocked: status !== 'locked',
      accountFrozen: status !== 'frozen',
    }
    return wrong[key] ? [`${input.requestId} was answered ${key}: ${status}, ${available} free, ${before} before`] : []
  },
  lists: [api.orders],
  acceptedAt: ({ appliedAt }) => appliedAt,
  look: ({ ask: { input }, id, acceptedMs, shown }, _, completeMs, late) => {
    const amount = minor(input.amount)
    const total = minorOf(shown.total)
    const wrong: string[] = []
    const isWaiting = shown.state === 'pendingReview' && completeMs >= acceptedMs + REVIEW_MS
    const isRunning = shown.state === 'inProgress' && completeMs >= (shown.lockedUntil ?? 0) + TURNS_MS
    if ((isWaiting || isRunning) && !late) wrong.push(`plan order ${id} is still ${shown.state}`)
    const { state, daysAccrued, startsAt, lockedUntil } = shown
    if (state === 'ended' && daysAccrued !== DAYS) wrong.push(`plan order ${id} ended after ${daysAccrued} days`)
    if (startsAt !== null && (startsAt < acceptedMs || lockedUntil !== startsAt + DAYS * DAY_MS)) {
      wrong.push(`plan order ${id} is from ${startsAt} to ${lockedUntil}`)
    }
    if (minor(shown.amount) !== amount) wrong.push(`plan order ${id} is of ${shown.amount}`)
    // Who could not begin before the plan's last days, since the machine slept, has everything back.
    if (state === 'failed') return { wrong, available: 0n, held: 0n }
    const isOver = state === 'ended'
    return { wrong, available: isOver ? total : -amount, held: isOver ? 0n : amount + total }
  },
  hasEnded: ({ state }) => state === 'ended' || state === 'failed',
  endings: ['ended'],
}
