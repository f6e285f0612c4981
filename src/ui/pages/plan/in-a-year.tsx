import { planMeanPpm } from '../../../rules/plan/term.ts'
import { formatCount } from '../../format/format.ts'
import { useLabels } from '../../i18n/index.ts'
import { Callout } from '../../parts/page/callout.tsx'
import { formatTimesRange } from './labels.ts'

type Drawn = { lowPpm: number; highPpm: number; days: number; timesMax: number | null }

/** What plans would make in a year at their mean rates, and a warning about anyone who promises that. */
export function InAYear({ plans }: { plans: readonly [Drawn, ...Drawn[]] }) {
  const { t, lang } = useLabels()
  const means = plans.map(planMeanPpm)
  const [{ days, timesMax }] = plans
  return (
    <Callout tone="paper">
      <strong>{t('plan.year', { times: formatTimesRange(Math.min(...means), Math.max(...means), lang) })}</strong>{' '}
      {plans.length === 1 && timesMax !== null && (
        <>{t('plan.yearNobody', { days: t('plan.days', { count: days }), times: formatCount(timesMax, lang) })} </>
      )}
      {t('plan.mistrust')}
    </Callout>
  )
}
