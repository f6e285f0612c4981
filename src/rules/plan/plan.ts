import { currencyOf } from '../money/currencies.ts'
import { formatMoney, type Minor, mulDiv, parseMoney } from '../money/money.ts'
import type { FormRule } from '../orders/form.ts'

/**
 * A tier of hosting plans.
 *
 * - `min`, `max`: of one order, as decimals of USDT. A bound shared by two tiers belongs to the higher one
 * - `lowPpm`, `highPpm`: the estimated range of most days, both inclusive, in millionths a day
 * - `days`: term of an order
 * - `timesMax`: maximum number of orders per account; null for no limit
 * - `participantsMax`: maximum number of concurrent orders of one plan
 */
export type PlanTier = {
  id: string
  min: string
  max: string
  lowPpm: number
  highPpm: number
  days: number
  timesMax: number | null
  participantsMax: number
}

export const PLAN_CURRENCY = 'USDT'

/** The tiers, the lowest first. */
export const planTiers: readonly PlanTier[] = [
  tier('1', ['500', '5000'], [18_300, 20_100], 2, 5_000, 2),
  tier('2', ['5000', '50000'], [24_600, 27_300], 3, 3_000),
  tier('3', ['50000', '200000'], [27_900, 29_800], 5, 2_000),
  tier('4', ['200000', '500000'], [30_500, 32_900], 7, 1_000),
  tier('5', ['500000', '1000000'], [33_300, 33_500], 9, 500),
  tier('6', ['1000000', '5000000'], [35_400, 37_400], 12, 200),
]

function tier(
  id: string,
  [min, max]: readonly [string, string],
  [lowPpm, highPpm]: readonly [number, number],
  days: number,
  participantsMax: number,
  timesMax: number | null = null,
): PlanTier {
  return { id, min, max, lowPpm, highPpm, days, timesMax, participantsMax }
}

/** The number of days of a plan, and the length of its chain. An order must end within them. */
export const PLAN_DAYS = 365

/** Fee of ending an order early, in hundredths of a percent of its principal. */
export const PLAN_FEE_BPS = 100

/** The tier with this id, or `undefined`. */
export const findPlanTier = (id: string): PlanTier | undefined => planTiers.find((each) => each.id === id)

const PPM = 1_000_000n
const BPS = 10_000n

/** A day's credit on a principal, or debit: rounded in the user's favour either way. */
export const planIncome = (amount: Minor, ratePpm: number): Minor =>
  mulDiv(amount, BigInt(ratePpm), PPM, ratePpm < 0 ? 'down' : 'up')

/** The fee of ending early, rounded down. */
export const planFee = (amount: Minor, feeBps: number): Minor => mulDiv(amount, BigInt(feeBps), BPS, 'down')

/**
 * The least that an order can return: each remaining day at its worst, and ended early, in minor units; never negative.
 *
 * @param total its result so far
 * @param fee of ending it early
 */
export function leastOfPlan({
  amount,
  total,
  fee,
  daysLeft,
  lowPpm,
}: {
  amount: Minor
  total: Minor
  fee: Minor
  daysLeft: bigint
  lowPpm: number
}): Minor {
  const least = amount + total + planIncome(amount, -lowPpm) * daysLeft - fee
  return least > 0n ? least : 0n
}

/** The possible loss of a new order, in minor units; it does not decrease with the amount. */
export const planRisk = (
  amount: Minor,
  { lowPpm, days, feeBps }: Pick<PlanTier, 'lowPpm' | 'days'> & { feeBps: number },
): Minor => amount - leastOfPlan({ amount, total: 0n, fee: planFee(amount, feeBps), daysLeft: BigInt(days), lowPpm })

/**
 * The result of ending an order early at a time, in ms: `before` its first day it takes part in none, `within` its days in the current one.
 * Null if it cannot be ended: it is not approved, or ends with this day anyway.
 */
export function leaveAt(
  { startsAt, lockedUntil, daySeconds }: { startsAt: number | null; lockedUntil: number | null; daySeconds: number },
  now: number,
): 'before' | 'within' | null {
  if (startsAt === null || lockedUntil === null) return null
  if (now < startsAt) return 'before'
  return now < lockedUntil - daySeconds * 1_000 ? 'within' : null
}

const DRAW = 2 ** 32
/** The share of days below their range, and of losing days, in basis points of all days. */
export const PLAN_BELOW_BPS = 1_000
export const PLAN_LOSING_BPS = PLAN_BELOW_BPS / 2
const LINK = /^[0-9a-f]{64}$/

/**
 * The rate of a day, in millionths, from that day's link of the chain alone.
 *
 * The first eight hexadecimal digits of the link choose: in the lowest `PLAN_BELOW_BPS` of all values the day falls below the range, and
 * its rate is drawn from `-low` to `low - 1`, without zero; otherwise from `low` to `high`. The next eight digits draw uniformly from that.
 * So half of the days below the range are losses.
 *
 * @throws RangeError if the link is not 64 lower-case hexadecimal digits
 */
export function rateOfLink(link: string, { lowPpm: low, highPpm: high }: Pick<PlanTier, 'lowPpm' | 'highPpm'>): number {
  if (!LINK.test(link)) throw new RangeError('a link has 64 hexadecimal digits')
  const [branch, draw] = [Number.parseInt(link.slice(0, 8), 16), Number.parseInt(link.slice(8, 16), 16)]
  const among = (count: number) => Math.floor((draw * count) / DRAW)
  if (branch * 10_000 >= DRAW * PLAN_BELOW_BPS) return low + among(high - low + 1)
  const below = among(2 * low - 1) - low
  return below < 0 ? below : below + 1
}

/** The multiple of a principal after a year of such days, compounded daily over 365 days: for display only. */
export const yearlyTimes = (ratePpm: number): number => 1 + yearlyPercent(ratePpm) / 100

/** The result of verifying a day's rate. */
export type RateVerdict = 'verified' | 'wrongLink' | 'wrongRate'

/**
 * Verifies a day's rate. The chain's end was published before the first day: the link of day `n`, hashed `n` times, is that end. A link is
 * hashed as its 64 hexadecimal digits.
 *
 * @param sha256 of a text, in lower-case hexadecimal digits
 */
export function checkRate(
  { day, link, ratePpm, end }: { day: number; link: string; ratePpm: number; end: string },
  tier: Pick<PlanTier, 'lowPpm' | 'highPpm'>,
  sha256: (text: string) => string,
): RateVerdict {
  let hash = link
  for (let left = day; left > 0; left--) hash = sha256(hash)
  if (hash !== end) return 'wrongLink'
  return rateOfLink(link, tier) === ratePpm ? 'verified' : 'wrongRate'
}

/** A daily rate as a yearly gain in percent, compounded daily over 365 days: for display only. */
export const yearlyPercent = (ratePpm: number): number => ((1 + ratePpm / 1_000_000) ** 365 - 1) * 100

export type PlanForm = { amount: string }
export type PlanKey = 'wrongAmount' | 'belowMinimum' | 'aboveMaximum' | 'insufficientBalance'

/**
 * A plan order's figures, as decimals. `low`, `high`: if every day is within the range; `worst`: if every day loses the maximum; `fee`: of
 * ending it early.
 */
export type PlanSummary = { amount: string; low: string; high: string; worst: string; fee: string }

/** Validates the amount to host: the only place where it is checked. `available`: null if only the ledger knows. */
export const validatePlan: FormRule<
  PlanForm,
  { tier: PlanTier; feeBps: number; available: string | null },
  'amount',
  PlanKey,
  { amount: Minor },
  PlanSummary
> = ({ amount: text }, { tier, feeBps, available }) => {
  const { scale } = currencyOf(PLAN_CURRENCY)
  const amount = parseMoney(text, scale)
  if (!amount) return { errors: { amount: { key: 'wrongAmount' } }, values: undefined, summary: undefined }
  const money = (of: Minor) => formatMoney(of, scale)
  const over = (ratePpm: number) => money(planIncome(amount, ratePpm) * BigInt(tier.days))
  const summary = {
    amount: money(amount),
    low: over(tier.lowPpm),
    high: over(tier.highPpm),
    worst: over(-tier.lowPpm),
    fee: money(planFee(amount, feeBps)),
  }
  const wrong = (key: PlanKey, limit?: string) => ({
    errors: { amount: { key, ...(limit !== undefined && { params: { limit, currency: PLAN_CURRENCY } }) } },
    values: undefined,
    summary,
  })
  const limit = (of: string) => parseMoney(of, scale) ?? 0n
  if (amount < limit(tier.min)) return wrong('belowMinimum', tier.min)
  const most = mostMinor(tier)
  if (amount > most) return wrong('aboveMaximum', most < limit(tier.max) ? money(most) : tier.max)
  if (available !== null && amount > limit(available)) return wrong('insufficientBalance')
  return { errors: {}, values: { amount }, summary }
}

/** The maximum of a tier: a bound shared with the next one belongs to the next one. */
function mostMinor({ max }: PlanTier): Minor {
  const most = parseMoney(max, currencyOf(PLAN_CURRENCY).scale) ?? 0n
  return planTiers.some(({ min }) => min === max) ? most - 1n : most
}

/** The largest part of the available amount that a tier accepts, as a decimal. */
export function mostOf(tier: PlanTier, available: string): string {
  const { scale } = currencyOf(PLAN_CURRENCY)
  const [mine, its] = [parseMoney(available, scale) ?? 0n, mostMinor(tier)]
  return formatMoney(mine < its ? mine : its, scale)
}
