import { useState } from 'react'
import type { Plan, PlanDay } from '../../../api/money/plan.ts'
import type { PlanRate } from '../../../machines/money/rateCheck.ts'
import { formatCount } from '../../format/format.ts'
import { useLabels } from '../../i18n/index.ts'
import { Button } from '../../parts/buttons/button.tsx'
import { Folded } from '../../parts/lists/folded.tsx'
import { formatRate } from './labels.ts'
import css from './plan.module.css'
import { RateRow } from './rate-row.tsx'

const [WIDTH, HEIGHT, GAP] = [300, 80, 0.25]

/** The results of a plan's days, newest last, each with what its rate is verified by. `days`: newest first. */
export function History({ plan, days }: { plan: Plan; days: readonly PlanDay[] }) {
  const { t, lang } = useLabels()
  const [last, ...earlier] = days
  if (!last) return <p className="muted">{t('plan.historyNone')}</p>
  const { lowPpm, highPpm, id, end } = plan
  const below = days.filter(({ ratePpm }) => ratePpm < lowPpm)
  const rateOf = ({ day, ratePpm, drawnAt }: PlanDay) => ({
    rate: { pid: id, lowPpm, highPpm, end, day, ratePpm },
    drawnAt,
  })
  const lowest = Math.min(...days.map(({ ratePpm }) => ratePpm))
  return (
    <>
      <Bars plan={plan} days={days} />
      <p className={css.note}>
        {t('plan.historySum', {
          count: days.length,
          inside: formatCount(days.length - below.length, lang),
          below: formatCount(below.length, lang),
          lowest: formatRate(lowest, lang),
        })}
      </p>
      <RateRow key={last.day} {...rateOf(last)} />
      {earlier.length > 0 && <Earlier days={earlier.map(rateOf)} />}
    </>
  )
}

/** Days per "show more". */
const AT_ONCE = 20

/** Earlier days, folded: each with its rate and its verification. `days`: newest first. */
function Earlier({ days }: { days: readonly { rate: PlanRate; drawnAt: number }[] }) {
  const { t, lang } = useLabels()
  const [shown, setShown] = useState(AT_ONCE)
  return (
    <Folded title={t('plan.earlierDays', { number: formatCount(days.length, lang) })}>
      <ul className={css.earlier}>
        {days.slice(0, shown).map((each) => (
          <li key={each.rate.day}>
            <RateRow {...each} />
          </li>
        ))}
      </ul>
      {shown < days.length && (
        <Button kind="quiet" onClick={() => setShown(shown + AT_ONCE)}>
          {t('action.more')}
        </Button>
      )}
    </Folded>
  )
}

/** A bar for each day over the estimated range. Drawn with floats; no figure is derived from them. */
function Bars({ plan: { lowPpm, highPpm }, days }: { plan: Plan; days: readonly PlanDay[] }) {
  const { t } = useLabels()
  const rates = days.map(({ ratePpm }) => ratePpm).reverse()
  const [bottom, top] = [Math.min(0, ...rates), Math.max(highPpm, ...rates)]
  const y = (ppm: number) => ((top - ppm) / (top - bottom)) * HEIGHT
  // A few days are not stretched to the full width.
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
