import type { PlanOrder } from '../../../api/money/plan.ts'
import type { Lang } from '../../../api/wire/fields.ts'
import { yearlyTimes } from '../../../rules/plan/plan.ts'
import { isMaxOfNext, PLAN_TERM_BPS, type PlanTerm } from '../../../rules/plan/term.ts'
import { bcp47, formatBps, formatCompact, formatPercent, formatPlain, formatPrice } from '../../format/format.ts'
import type { useLabels } from '../../i18n/index.ts'

/** Labels of an order's states. One that is ended early continues until the current day is over. */
export const stateNames = {
  pendingReview: 'plan.pendingReview',
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
  return `×${times < 10 ? formatPrice(times.toFixed(2), 2, lang) : formatCompact(String(Math.round(times)), lang)}`
}

/** The range of yearly multiples of two daily rates; one figure if equal. */
export const formatTimesRange = (low: number, high: number, lang: Lang): string =>
  low === high ? formatTimes(low, lang) : `${formatTimes(low, lang)} – ${formatTimes(high, lang)}`

type Say = ReturnType<typeof useLabels>['t']

/** The range of a plan's amounts: below its upper bound if the next tier begins there. */
export const rangeText = (
  { min, max, currency }: { min: string; max: string; currency: string },
  { t, lang }: { t: Say; lang: Lang },
): string =>
  t(isMaxOfNext(max) ? 'plan.rangeUnder' : 'plan.range', {
    min: formatPlain(min, lang),
    max: formatPlain(max, lang),
    currency,
  })

/** The range in which most orders of a plan end. */
export const termRangeText = ({ lowPpm, highPpm }: PlanTerm, { t, lang }: { t: Say; lang: Lang }): string =>
  t('plan.termRange', {
    share: formatBps(PLAN_TERM_BPS, lang),
    low: formatRate(lowPpm, lang, { sign: true }),
    high: formatRate(highPpm, lang, { sign: true }),
  })

const spans = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
  ['second', 1],
] as const

/** Time left, in its largest unit, rounded up. */
export function formatLeft(seconds: number, lang: Lang): string {
  const [unit, length] = spans.find(([, each]) => seconds >= each) ?? spans[3]
  const options = { style: 'unit', unit, unitDisplay: 'narrow', numberingSystem: 'latn' } as const
  return new Intl.NumberFormat(bcp47(lang), options).format(Math.ceil(seconds / length))
}
