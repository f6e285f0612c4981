import { openPlans } from '../../../server/plan/plans.ts'
import * as api from '../../../src/api/money/plan.ts'
import { PLAN_FEE_BPS, planTiers } from '../../../src/rules/plan/plan.ts'
import { minorOf } from '../../server/plan/judge.ts'
import { type Asked, minor, type Person, type SimulatedKind } from '../model.ts'
import { Violation, type World } from '../world.ts'

type Input = Asked & { pid: string }

const DAY_MS = 5_000
const REVIEW_MS = 30_000
/** Its days are drawn, each is accrued, and it is over, one after the other, each as the record grows by a second. */
const TURNS_MS = 5_000
/** The first tier: its least amount, its term in days, and how often a user may join. */
const LEAST = Number(planTiers[0]?.min)
const DAYS = planTiers[0]?.days ?? 0
const TIMES_MAX = planTiers[0]?.timesMax ?? 0

/** Running orders at the last full check. */
const liveIn = ({ people }: World): { person: Person; shown: api.PlanOrder }[] =>
  people.flatMap((person) =>
    [...person.orders.values()]
      .filter(({ ask, ended }) => ask.kind === plans && ended === undefined)
      .map(({ shown }) => ({ person, shown: shown as api.PlanOrder }))
      .filter(({ shown }) => shown.state === 'inProgress'),
  )

/** Orders of a hosting plan. The invariants check their days by the hash chain's links. */
export const plans: SimulatedKind<Input, api.PlanOrder> = {
  rank: 8,
  prepare: async (platform) => ({ pid: (await openPlans(platform)).find(({ tier }) => tier === '1')?.id }),
  ask: (_, amount) => ({
    call: api.order,
    input: { amount: String(LEAST + amount) } as Omit<Input, 'requestId'>,
  }),
  // A plan ends: a device that slept for long requests one that accepts no more orders.
  refusals: [
    'loanHosting',
    'loanNotCovered',
    'insufficientBalance',
    'timesReached',
    'projectStatusError',
    'accountLocked',
    'accountFrozen',
  ],
  checkAnswer: (key, { status, orders }, { input }, { available }) => {
    const poor = available !== undefined && available < minor(input.amount)
    const before = [...orders.values()].filter(({ ask }) => ask.kind === plans).length
    const wrong: Record<string, boolean> = {
      ok: poor || status !== 'active' || before > TIMES_MAX,
      insufficientBalance: available !== undefined && !poor,
      accountLocked: status !== 'locked',
      accountFrozen: status !== 'frozen',
    }
    return wrong[key] ? [`${input.requestId} was answered ${key}: ${status}, ${available} free, ${before} before`] : []
  },
  lists: [api.orders],
  tables: ['plan_orders'],
  actions: [
    {
      name: 'someone ends an order of a plan early',
      weight: 4,
      happen: async (world, chance) => {
        const live = liveIn(world)
        if (live.length === 0) return
        const { person, shown } = chance.pick(live)
        const { strikes } = world
        const answer = await world.ask(api.terminate, { id: shown.id, requestId: `end-of-${shown.id}` }, person.token)
        const key = answer?.type === 'ok' ? 'ok' : answer?.key
        const mayBe = ['ok', 'orderNotCancellable', 'cancelFailed', 'accountLocked', 'accountFrozen']
        if (key !== undefined && !mayBe.includes(key) && world.strikes === strikes) {
          throw new Violation(`who ended an order of a plan early was answered ${key}`)
        }
      },
    },
  ],
  acceptedAt: ({ appliedAt }) => appliedAt,
  look: ({ ask: { input }, id, acceptedMs, shown }, _, completeMs, late) => {
    const amount = minor(input.amount)
    const total = minorOf(shown.total)
    const wrong: string[] = []
    const isWaiting = shown.state === 'pendingReview' && completeMs >= acceptedMs + REVIEW_MS
    const isUnderWay = shown.state === 'inProgress' || shown.state === 'leaving'
    const isRunning = isUnderWay && completeMs >= (shown.lockedUntil ?? 0) + TURNS_MS
    if ((isWaiting || isRunning) && !late) wrong.push(`plan order ${id} is still ${shown.state}`)
    const { state, daysAccrued, startsAt, lockedUntil } = shown
    // After an early withdrawal the current day is the last; on the last day it is not possible.
    const fee = minor(shown.fee)
    const isLeft = state === 'leaving' || (state === 'ended' && fee > 0n)
    const days = startsAt === null || lockedUntil === null ? 0 : (lockedUntil - startsAt) / DAY_MS
    if (fee !== (isLeft ? (amount * BigInt(PLAN_FEE_BPS)) / 10_000n : 0n))
      wrong.push(`plan order ${id} ${state} costs ${shown.fee}`)
    if (state === 'ended' && daysAccrued !== days) wrong.push(`plan order ${id} ended after ${daysAccrued} days`)
    const isTerm = isLeft ? Number.isInteger(days) && days >= 0 && days < DAYS : days === DAYS
    if (startsAt !== null && (startsAt < acceptedMs || !isTerm)) {
      wrong.push(`plan order ${id} is from ${startsAt} to ${lockedUntil}`)
    }
    if (minor(shown.amount) !== amount) wrong.push(`plan order ${id} is of ${shown.amount}`)
    // An order that could not start before the plan's last days, because the machine slept, is refunded.
    if (state === 'failed') return { wrong, available: 0n, held: 0n }
    const isOver = state === 'ended'
    return { wrong, available: isOver ? total - fee : -amount, held: isOver ? 0n : amount + total }
  },
  hasEnded: ({ state }) => state === 'ended' || state === 'failed',
  endings: ['ended'],
}
