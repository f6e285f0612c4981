import { currencyOf } from '../money/currencies.ts'
import { formatMoney, parseMoney } from '../money/money.ts'
import { PLAN_BELOW_BPS, PLAN_CURRENCY, type PlanTier, planIncome, planTiers } from './plan.ts'

/*
 * The distribution of a plan's results: the mean of a day, and the sum of an order's days. The days do not compound: each is added to the
 * principal, or deducted, on its own.
 */

type Rates = Pick<PlanTier, 'lowPpm' | 'highPpm'>
type TermRule = Rates & Pick<PlanTier, 'days'>

/**
 * The mean daily rate in millionths, by `rateOfLink`: the middle of the range on days within it, and for the others, drawn from `-low` to
 * `low - 1` without zero, minus half a millionth.
 */
export function planMeanPpm({ lowPpm: low, highPpm: high }: Rates): number {
  const below = PLAN_BELOW_BPS / 10_000
  return ((low + high) / 2) * (1 - below) - (low / (2 * low - 1)) * below
}

/**
 * The sum of an order's days, in millionths of its principal. `lowPpm`, `highPpm`: `PLAN_TERM_BPS` of all orders are between them;
 * `meanPpm`: the mean of all.
 */
export type PlanTerm = { meanPpm: number; lowPpm: number; highPpm: number }

/** The share of orders, in basis points, within the range given for a term, with half of the others on either side. */
export const PLAN_TERM_BPS = 9_500
const TAIL = (10_000 - PLAN_TERM_BPS) / 2 / 10_000

/**
 * The result of one order, by the exact distribution of the sum of its days (`shareBelow`), to a millionth. Calculated once for each rule:
 * it takes milliseconds.
 */
export function planTerm(plan: TermRule): PlanTerm {
  const key = `${plan.lowPpm} ${plan.highPpm} ${plan.days}`
  const term = terms.get(key) ?? calculateTerm(plan)
  terms.set(key, term)
  return term
}
const terms = new Map<string, PlanTerm>()

function calculateTerm(plan: TermRule): PlanTerm {
  const below = shareBelow(plan)
  return {
    meanPpm: planMeanPpm(plan) * plan.days,
    lowPpm: quantile(plan, below, TAIL),
    highPpm: quantile(plan, below, 1 - TAIL),
  }
}

/** The sum, in millionths, below which a share of all orders lies: found by bisection. */
function quantile({ lowPpm, highPpm, days }: TermRule, below: (sum: number) => number, share: number): number {
  let [from, to] = [-lowPpm * days, highPpm * days]
  while (to - from > 1) {
    const middle = Math.floor((from + to) / 2)
    if (below(middle) < share) from = middle
    else to = middle
  }
  return to
}

/** Resolution of shares. */
const FINE = 10n ** 12n

/**
 * The share of orders, 0 to 1, whose days sum to less than a value in millionths. The number of days below the range is binomial; those are
 * uniform from `-low` to `low`, the others from `low` to `high`. The sum of `n` uniform draws of widths `w` is less than `x` above its
 * minimum with probability `Σ (−1)^|S| (x − Σ_S w)^n / (n! Π w)`, over all sets of draws with `x > Σ_S w` (Irwin–Hall). It is computed in
 * integers, because it subtracts large numbers. That a rate is an integer and never zero changes a day by less than a millionth.
 */
export function shareBelow({ lowPpm, highPpm, days }: TermRule): (sum: number) => number {
  const [low, high, n] = [BigInt(lowPpm), BigInt(highPpm), BigInt(days)]
  const [wide, narrow] = [2n * low, high - low]
  const [outsideBps, all] = [BigInt(PLAN_BELOW_BPS), 10_000n]
  const upTo = Array.from({ length: days + 1 }, (_, index) => BigInt(index))
  const parts = upTo.flatMap((outside) => {
    const inside = n - outside
    const weight = choose(n, outside) * outsideBps ** outside * (all - outsideBps) ** inside
    const share = weight * wide ** inside * narrow ** outside
    return upTo.slice(0, Number(outside) + 1).flatMap((i) =>
      upTo.slice(0, Number(inside) + 1).map((j) => ({
        from: (inside - outside) * low + i * wide + j * narrow,
        share: choose(outside, i) * choose(inside, j) * ((i + j) % 2n === 0n ? share : -share),
      })),
    )
  })
  const whole = all ** n * factorial(n) * wide ** n * narrow ** n
  return (sum) => {
    const at = BigInt(sum)
    const found = parts.reduce((total, { from, share }) => (from < at ? total + share * (at - from) ** n : total), 0n)
    return Number((FINE * found) / whole) / Number(FINE)
  }
}

const factorial = (n: bigint): bigint => (n <= 1n ? 1n : n * factorial(n - 1n))
const choose = (n: bigint, k: bigint): bigint => factorial(n) / (factorial(k) * factorial(n - k))

/** The tier that begins at a tier's upper bound, or `undefined`. */
export const tierAbove = ({ max }: Pick<PlanTier, 'max'>): PlanTier | undefined =>
  planTiers.find(({ min }) => min === max)

/** Whether a tier's upper bound belongs to the next tier. */
export const isMaxOfNext = (max: string): boolean => tierAbove({ max }) !== undefined

/** The n of a share of one in n, to two significant digits; null for a share of 0. */
export const oneIn = (share: number): number | null => (share > 0 ? Number((1 / share).toPrecision(2)) : null)

/** A share in millionths of a principal, both as decimals of USDT; rounded as a day's income is. */
export function termAmount(amount: string, ppm: number): string {
  const { scale } = currencyOf(PLAN_CURRENCY)
  return formatMoney(planIncome(parseMoney(amount, scale) ?? 0n, Math.round(ppm)), scale)
}
