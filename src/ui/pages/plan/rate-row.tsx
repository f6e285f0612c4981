import type { ReactNode } from 'react'
import { type PlanRate, rateCheckMachine } from '../../../machines/money/rateCheck.ts'
import { useActorOf } from '../../app/actor-of.ts'
import { useShown } from '../../app/shown.ts'
import { formatCount } from '../../format/format.ts'
import { useLabels } from '../../i18n/index.ts'
import { Button } from '../../parts/buttons/button.tsx'
import { check } from '../../parts/marks/drawings.ts'
import { Icon } from '../../parts/marks/icons.tsx'
import { formatRate } from './labels.ts'
import css from './plan.module.css'

const verdicts = {
  verified: 'plan.verified',
  wrongLink: 'plan.wrongLink',
  wrongRate: 'plan.wrongRate',
  hidden: 'plan.hidden',
} as const

/** The rate of one day, and its verification on this device. `more`: the day's result. */
export function RateRow({ rate, more }: { rate: PlanRate; more?: ReactNode }) {
  const { t, lang } = useLabels()
  const actor = useActorOf(rateCheckMachine, rate)
  const { found, busy, failed } = useShown(actor, (now) => ({
    found: now.context.found,
    busy: now.hasTag('checking'),
    failed: now.hasTag('failed'),
  }))
  const verdict = failed ? 'failed' : found?.verdict
  return (
    <div className={css.day} data-verdict={verdict}>
      <p className={css.dayName}>
        {t('plan.day', { day: formatCount(rate.day, lang) })}{' '}
        <strong data-sign={rate.ratePpm < 0 ? 'loss' : 'gain'}>
          {formatRate(rate.ratePpm, lang, { exact: true, sign: true })}
        </strong>
        {more}
      </p>
      {verdict !== 'verified' && (
        <Button kind="plain" busy={busy} onClick={() => actor.send({ type: 'rate.check' })}>
          {t('plan.check')}
        </Button>
      )}
      <p className={css.verdict} role="status">
        {verdict === 'verified' && <Icon name={check} size={16} />}
        {verdict && t(verdict === 'failed' ? 'plan.checkFailed' : verdicts[verdict])}
      </p>
      {verdict === 'verified' && found?.link && <p className="number">{found.link}</p>}
    </div>
  )
}
