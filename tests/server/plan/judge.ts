import { createHash } from 'node:crypto'
import { planKind } from '../../../server/plan/kind.ts'
import type { PlanOrderRow } from '../../../server/plan/order.ts'
import type { PlanOrder } from '../../../src/api/money/plan.ts'
import { PLAN_BELOW_BPS, PLAN_FEE_BPS, planTiers } from '../../../src/rules/plan/plan.ts'
import { asText, type Judge } from '../kit/judge.ts'

/** The product's own value, whatever a test changes. */
const ranges: Record<string, readonly [bigint, bigint]> = Object.fromEntries(
  planTiers.map(({ id, lowPpm, highPpm }) => [id, [BigInt(lowPpm), BigInt(highPpm)]]),
)

/** The rate of a day by its link, in millionths, in whole numbers alone. */
export const rateBy = (link: string, tier: string): bigint => rateIn(link, ranges[tier] ?? [0n, 0n])

/** The same for a range. */
export function rateIn(link: string, [low, high]: readonly [bigint, bigint]): bigint {
  const [branch, draw] = [BigInt(`0x${link.slice(0, 8)}`), BigInt(`0x${link.slice(8, 16)}`)]
  if (branch * 10_000n >= BigInt(PLAN_BELOW_BPS) << 32n) return low + ((draw * (high - low + 1n)) >> 32n)
  const place = (draw * (2n * low - 1n)) >> 32n
  return place < low ? place - low : place - low + 1n
}

/** The end of a chain by the link of one of its days. */
export const endBy = (link: string, day: number): string =>
  day === 0 ? link : endBy(createHash('sha256').update(link).digest('hex'), day - 1)

/** A rate's income on a principal; the remainder of the division is the person's. */
export function incomeBy(amount: bigint, ratePpm: bigint): bigint {
  const product = amount * ratePpm
  return product / 1_000_000n + (product > 0n && product % 1_000_000n > 0n ? 1n : 0n)
}

/** An amount of USDT in minor units, with its sign. */
export const minorOf = (text: string): bigint => BigInt(text.replace('.', ''))

/** A plan order: income of each of its days once, and the principal back once. */
export const planJudge: Judge<PlanOrderRow, PlanOrder> = {
  kind: planKind,
  example: {
    of: 'an order of 1,000 USDT, of which a day made 19, ended early for 1%',
    order: {
      id: 'plan-order',
      user_id: 'user',
      currency: 'USDT',
      amount: 1_000_000_000n,
      day_income: 19_000_000n,
      total: 19_000_000n,
      fee: 10_000_000n,
    },
  },
  // A repeated early withdrawal gets the same answer.
  answers: ({ fee }) => (fee > 0n ? 2 : 1),
  terms: ({ plan, tier, end, lowPpm, highPpm, currency, amount, days, daySeconds, feeBps, appliedAt }) => [
    plan,
    tier,
    end,
    lowPpm,
    highPpm,
    currency,
    amount,
    days,
    daySeconds,
    feeBps,
    appliedAt,
  ],
  money: ({ id, state, amount, total, fee, first_day, next_day }, { steps, sumOf }) => {
    const accrued = first_day === null || next_day === null ? 0 : Number(next_day - first_day)
    const left = state === 'leaving' || (state === 'ended' && fee > 0n)
    const expected = [
      'holdPrincipal',
      ...Array.from({ length: accrued }, (_, at) => `accrue ${Number(first_day) + at}`),
      ...(state === 'failed' ? ['returnPrincipal'] : []),
      ...(state === 'ended' ? ['payOut', ...(left ? ['takeFee'] : [])] : []),
    ].sort()
    const isOver = state === 'ended' || state === 'failed'
    const free = state === 'failed' ? 0n : isOver ? total - fee : -amount
    const held = isOver ? 0n : amount + total
    const feeIsRight = left ? fee === (amount * BigInt(PLAN_FEE_BPS)) / 10_000n : fee === 0n
    const right =
      asText(steps) === asText(expected) && sumOf('available') === free && sumOf('held') === held && feeIsRight
    return right ? [] : [`money: plan order ${id} ${state}: ${steps}, ${sumOf('available')}, ${sumOf('held')}`]
  },
  byTheRecord: async (db, { id, plan_id, tier, chain_end, amount, total, first_day, next_day }) => {
    const plan = await db.selectFrom('plans').selectAll().where('id', '=', plan_id).executeTakeFirstOrThrow()
    const days = await db.selectFrom('plan_days').selectAll().where('plan_id', '=', plan_id).execute()
    const lines: string[] = []
    if (chain_end !== plan.chain_end) lines.push(`chain: plan order ${id} was promised another end`)
    for (const { day, link, rate_ppm } of days) {
      if (link === null) continue
      if (endBy(link, Number(day)) !== plan.chain_end) lines.push(`chain: day ${day} of ${plan_id} leads elsewhere`)
      if (rateBy(link, plan.tier) !== rate_ppm) lines.push(`chain: day ${day} of ${plan_id} has another rate`)
    }
    const mine = days.filter(({ day }) => first_day !== null && next_day !== null && day >= first_day && day < next_day)
    const sum = mine.reduce((all, { rate_ppm }) => all + incomeBy(amount, rate_ppm), 0n)
    if (sum !== total) lines.push(`by the record: plan order ${id} of tier ${tier} has ${total}, and its days ${sum}`)
    return lines
  },
}
