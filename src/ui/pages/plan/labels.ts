import type { PlanOrder } from '../../../api/money/plan.ts'
import type { Lang } from '../../../api/wire/fields.ts'
import { yearlyTimes } from '../../../rules/plan/plan.ts'
import { isMaxOfNext } from '../../../rules/plan/term.ts'
import { formatCount, formatPercent, formatPlain, formatPrice } from '../../format/format.ts'
import type { useLabels } from '../../i18n/index.ts'

/** Labels of an order's states. One that is ended early continues until the current day is over. */
export const stateNames = {
  pendingReview: 'order.pendingReview',
  inProgress: 'plan.inProgress',
  leaving: 'plan.leaving',
  ended: 'plan.ended',
  failed: 'plan.failed',
} as const satisfies Record<PlanOrder['state'], string>

/** A daily rate in millionths, as a percentage. `exact`: with all decimals. */
export const formatRate = (ppm: number, lang: Lang, { exact = false, sign = false } = {}): string =>
  formatPercent(String(Math.round(ppm) / 10_000), lang, { decimals: exact ? 4 : 2, sign })

/** A range of daily rates. */
export const formatRange = (low: number, high: number, lang: Lang): string =>
  `${formatRate(low, lang)} – ${formatRate(high, lang)}`

/** The yearly multiple of a daily rate: rounded, below ten to hundredths. */
export function formatTimes(ppm: number, lang: Lang): string {
  const times = yearlyTimes(ppm)
  return `×${times < 10 ? formatPrice(times.toFixed(2), 2, lang) : formatCount(Math.round(times), lang)}`
}

type Say = ReturnType<typeof useLabels>['t']

/** The range of a plan's amounts: below its upper bound if the next tier begins there. */
export const rangeText = ({ min, max }: { min: string; max: string }, { t, lang }: { t: Say; lang: Lang }): string =>
  t(isMaxOfNext(max) ? 'plan.rangeUnder' : 'plan.range', { min: formatPlain(min, lang), max: formatPlain(max, lang) })

/** Whether an order's days have begun, and not all are over. */
export const isRunning = ({ state }: PlanOrder): boolean => state === 'inProgress' || state === 'leaving'

/** The current day of a running order, among all of them; null for others. */
export function dayText(order: PlanOrder, { t, lang }: { t: Say; lang: Lang }): string | null {
  const { days, daysAccrued, startsAt } = order
  const day = Math.min(daysAccrued + 1, days)
  return startsAt !== null && isRunning(order)
    ? t('plan.dayOf', { day: formatCount(day, lang), days: formatCount(days, lang) })
    : null
}
