import type { ReactNode } from 'react'
import { type PlanRate, type RateFound, rateCheckMachine } from '../../../machines/money/rateCheck.ts'
import { rateOfLink } from '../../../rules/plan/plan.ts'
import { useActorOf } from '../../app/actor-of.ts'
import { useShown } from '../../app/shown.ts'
import { formatCount, formatTimeMs } from '../../format/format.ts'
import { useLabels } from '../../i18n/index.ts'
import { Button, LinkButton } from '../../parts/buttons/button.tsx'
import { Facts, Row } from '../../parts/lists/list.tsx'
import { check, close } from '../../parts/marks/drawings.ts'
import { Icon } from '../../parts/marks/icons.tsx'
import { SERVICE } from '../../router/places.ts'
import { Hash } from '../orders/hash.tsx'
import { formatRate } from './labels.ts'
import css from './plan.module.css'

/** The rate of one day, and its verification on this device. `income`: an order's income of that day. */
export function RateRow({ rate, drawnAt, income }: { rate: PlanRate; drawnAt: number; income?: ReactNode }) {
  const { t, lang } = useLabels()
  const actor = useActorOf(rateCheckMachine, rate)
  const { found, busy, failed } = useShown(actor, (now) => ({
    found: now.context.found,
    busy: now.hasTag('checking'),
    failed: now.hasTag('failed'),
  }))
  const percent = (
    <span className={rate.ratePpm < 0 ? 'fall' : undefined}>
      {formatRate(rate.ratePpm, lang, { exact: true, sign: true })}
    </span>
  )
  return (
    <div className={css.day}>
      <Row
        title={t('plan.day', { day: formatCount(rate.day, lang) })}
        subtitle={formatTimeMs(drawnAt)}
        value={income ?? percent}
        {...(income !== undefined && { note: percent })}
      />
      <div role="status">
        {failed && <p className="muted">{t('plan.checkFailed')}</p>}
        {!failed && found && <Found rate={rate} found={found} />}
      </div>
      <Button kind="plain" busy={busy} onClick={() => actor.send({ type: 'rate.check' })}>
        {t(found ? 'plan.checkAgain' : 'plan.check')}
      </Button>
    </div>
  )
}

/** The compared figures, and whether they are equal. */
function Found({
  rate: { day, end, ratePpm, lowPpm, highPpm },
  found: { verdict, link },
}: {
  rate: PlanRate
  found: RateFound
}) {
  const { t, lang } = useLabels()
  if (link === null) return <p className="muted">{t('plan.hidden')}</p>
  const isLink = verdict !== 'wrongLink'
  const computed = rateOfLink(link, { lowPpm, highPpm })
  const isRate = computed === ratePpm
  return (
    <>
      <Facts
        facts={[
          { term: t('plan.published'), value: <Hash hash={end} /> },
          { term: t('plan.linkOf', { day: formatCount(day, lang) }), value: <Hash hash={link} /> },
          {
            term: t('plan.hashed', { times: formatCount(day, lang) }),
            value: <Verdict good={isLink}>{t(isLink ? 'plan.same' : 'plan.notSame')}</Verdict>,
          },
          {
            term: t('plan.rateFromLink'),
            value: (
              <Verdict good={isRate}>
                {t(isRate ? 'plan.asPaid' : 'plan.notAsPaid', {
                  rate: formatRate(computed, lang, { exact: true, sign: true }),
                })}
              </Verdict>
            ),
          },
        ]}
      />
      {verdict !== 'verified' && (
        <LinkButton kind="quiet" to={SERVICE}>
          {t('action.report')}
        </LinkButton>
      )}
    </>
  )
}

const Verdict = ({ good, children }: { good: boolean; children: ReactNode }) => (
  <span className={css.verdict} data-good={good}>
    <Icon name={good ? check : close} size={16} />
    {children}
  </span>
)
