import type { Plan, PlanDay } from '../../../api/plan.ts'
import { formatCount } from '../../format.ts'
import { useWords } from '../../i18n/index.ts'
import { Card } from '../../parts/list.tsx'
import css from './plan.module.css'
import { RateRow } from './rate-row.tsx'
import { formatRate } from './words.ts'

const [WIDTH, HEIGHT, GAP] = [300, 80, 0.25]

/** What the days of a plan brought, the newest last, and the proof of the last of them. `days`: newest first. */
export function History({ plan, days }: { plan: Plan; days: readonly PlanDay[] }) {
  const { t, lang } = useWords()
  const [last] = days
  if (!last) return <Card title={t('plan.history')}>{t('plan.historyNone')}</Card>
  const { lowPpm, id, tier, end } = plan
  const below = days.filter(({ ratePpm }) => ratePpm < lowPpm)
  const lowest = Math.min(...days.map(({ ratePpm }) => ratePpm))
  return (
    <Card title={t('plan.history')}>
      <Bars plan={plan} days={days} />
      <p className={css.note}>
        {t('plan.historySum', {
          count: days.length,
          inside: formatCount(days.length - below.length, lang),
          below: formatCount(below.length, lang),
          lowest: formatRate(lowest, lang),
        })}
      </p>
      <RateRow key={last.day} rate={{ pid: id, tier, end, day: last.day, ratePpm: last.ratePpm }} />
    </Card>
  )
}

/** A bar for each day over the band of the estimate. Drawn by floats; no figure comes from them. */
function Bars({ plan: { lowPpm, highPpm }, days }: { plan: Plan; days: readonly PlanDay[] }) {
  const { t } = useWords()
  const rates = days.map(({ ratePpm }) => ratePpm).reverse()
  const [bottom, top] = [Math.min(0, ...rates), Math.max(highPpm, ...rates)]
  const y = (ppm: number) => ((top - ppm) / (top - bottom)) * HEIGHT
  // A few days are not drawn as wide as all.
  const step = WIDTH / Math.max(rates.length, 10)
  const sideOf = (ppm: number) => (ppm < 0 ? 'loss' : ppm < lowPpm ? 'below' : 'inside')
  return (
    <svg
      className={css.chart}
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      preserveAspectRatio="none"
      role="img"
      aria-label={t('plan.historyChart')}
    >
      <rect className={css.band} x="0" y={y(highPpm)} width={WIDTH} height={y(lowPpm) - y(highPpm)} />
      {rates.map((ppm, at) => (
        <rect
          // biome-ignore lint/suspicious/noArrayIndexKey: a bar is its place
          key={at}
          data-side={sideOf(ppm)}
          x={(at + GAP / 2) * step}
          width={(1 - GAP) * step}
          y={y(Math.max(ppm, 0))}
          height={Math.max(Math.abs(y(0) - y(ppm)), 1)}
        />
      ))}
    </svg>
  )
}
