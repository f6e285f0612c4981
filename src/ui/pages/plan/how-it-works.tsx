import type { Plan, PlanDay } from '../../../api/money/plan.ts'
import { useLabels } from '../../i18n/index.ts'
import { Section } from '../../parts/page/section.tsx'
import { Sheet } from '../../parts/sheet/sheet.tsx'
import { Hash } from '../orders/hash.tsx'
import { History } from './history.tsx'
import { formatRate } from './labels.ts'
import css from './plan.module.css'

/** A figure in the product's description of its plans. */
const CLAIMED = 200

type HowItWorksProps = { plan: Plan; days: readonly PlanDay[]; open: boolean; onClose: () => void }

/** How the rates of a plan are drawn and can be verified, and each of its days. */
export function HowItWorks({ plan, days, open, onClose }: HowItWorksProps) {
  const { t, lang } = useLabels()
  const { lowPpm, highPpm, end } = plan
  return (
    <Sheet open={open} onClose={onClose} title={t('plan.how')}>
      <div className={css.words}>
        <p>{t('plan.ruleText', { low: formatRate(lowPpm, lang), high: formatRate(highPpm, lang) })}</p>
        <p>{t('plan.chainText')}</p>
        <Hash hash={end} />
        <p>{t('plan.startText')}</p>
        <p className="muted">{t('plan.exchanges', { count: CLAIMED })}</p>
      </div>
      <Section title={t('plan.history')}>
        <History plan={plan} days={days} />
      </Section>
    </Sheet>
  )
}
