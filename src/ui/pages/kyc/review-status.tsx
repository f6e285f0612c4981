import { useSelector } from '@xstate/react'
import type { Kyc } from '../../../api/account/kyc.ts'
import type { KycActor } from '../../../machines/user/kycForm.ts'
import { DAILY_LIMIT } from '../../../rules/deposit/deposit.ts'
import { loanLimits } from '../../../rules/loan/loan.ts'
import { useServices } from '../../app/services.ts'
import { formatPlain, formatTime } from '../../format/format.ts'
import { useReviewTime } from '../../format/review-time.ts'
import { useLabels } from '../../i18n/index.ts'
import { Button, LinkButton } from '../../parts/buttons/button.tsx'
import { Card, Facts } from '../../parts/lists/list.tsx'
import { type Step, Steps } from '../../parts/lists/steps.tsx'
import { check } from '../../parts/marks/drawings.ts'
import { Icon } from '../../parts/marks/icons.tsx'
import { Hero } from '../../parts/page/hero.tsx'
import { safeNext } from '../../router/places.ts'
import { useQuery } from '../../router/router.ts'
import { countryName } from '../session/countries.ts'
import css from './kyc.module.css'

/** The state of the review: its steps, what is possible now and then, and what was submitted. */
export function ReviewStatus({ actor }: { actor: KycActor }) {
  const { t, lang } = useLabels()
  const next = safeNext(useServices().places, useQuery().get('next'))
  const kyc = useSelector(actor, ({ context }) => context.kyc)
  const maySubmit = useSelector(actor, (now) => now.can({ type: 'kyc.again' }))
  const reviewTime = useReviewTime(useSelector(actor, ({ context }) => context.reviewSeconds))
  const steps = useSteps(kyc)
  if (!kyc) return null
  const { state, country, firstName, lastName, certificate, number, submittedAt, decidedAt } = kyc
  return (
    <div className="page">
      <div className={css.status}>
        <div role="status">
          <Hero label={t('kyc.status')} note={state === 'pendingReview' ? reviewTime : t(`kyc.hint.${state}`)}>
            {t(`kyc.state.${state}`)}
          </Hero>
        </div>
        {steps.length > 0 && <Ring done={steps.filter((each) => each.state === 'done').length} of={steps.length} />}
      </div>
      {steps.length > 0 && (
        <Card>
          <Steps label={t('steps.label')} steps={steps} />
        </Card>
      )}
      {next !== undefined && (
        <LinkButton kind={state === 'verified' ? 'primary' : 'quiet'} to={next}>
          {t('kyc.toMarket')}
        </LinkButton>
      )}
      {maySubmit && <Button onClick={() => actor.send({ type: 'kyc.again' })}>{t('kyc.again')}</Button>}
      {state !== 'verified' && <Allowed actor={actor} />}
      {firstName !== null && (
        <section>
          <h2 className={css.title}>{t('kyc.details')}</h2>
          <Facts
            facts={[
              { term: t('kyc.name'), value: `${firstName} ${lastName}` },
              { term: t('kyc.country'), value: country && countryName(lang, country) },
              certificate !== null && { term: t('kyc.certificate'), value: t(`kyc.certificate.${certificate}`) },
              { term: t('kyc.number'), value: number },
              submittedAt !== null && { term: t('kyc.submittedAt'), value: formatTime(submittedAt) },
              decidedAt !== null && { term: t('kyc.decidedAt'), value: formatTime(decidedAt) },
            ]}
          />
        </section>
      )}
    </div>
  )
}

/** The steps of a submission; none before the first. */
function useSteps(kyc: Kyc | null): readonly Step[] {
  const { t } = useLabels()
  if (!kyc || kyc.submittedAt === null) return []
  const { state, certificate, reason, submittedAt, decidedAt } = kyc
  const isDecided = state === 'verified' || state === 'refused'
  return [
    {
      id: 'submitted',
      title: t('kyc.step.submitted'),
      state: 'done',
      at: submittedAt,
      ...(certificate !== null && { note: t(`kyc.certificate.${certificate}`) }),
    },
    { id: 'photos', title: t('kyc.step.photos'), state: 'done', note: t('kyc.step.photosNote') },
    {
      id: 'review',
      title: t('kyc.step.review'),
      state: state === 'verified' ? 'done' : state === 'refused' ? 'stopped' : 'now',
      at: isDecided ? decidedAt : null,
      ...(reason !== null
        ? { note: t('review.reason', { reason }) }
        : !isDecided && { note: t('kyc.step.reviewNote') }),
    },
  ]
}

const ROUND = 2 * Math.PI * 20

/** How many steps are done, as a ring. */
function Ring({ done, of }: { done: number; of: number }) {
  const { t } = useLabels()
  return (
    <div className={css.ring} role="img" aria-label={t('kyc.progress', { done, of })}>
      <svg viewBox="0 0 44 44" aria-hidden="true">
        <circle cx="22" cy="22" r="20" />
        <circle cx="22" cy="22" r="20" strokeDasharray={`${(ROUND * done) / of} ${ROUND}`} />
      </svg>
      <span aria-hidden="true">
        {done}/{of}
      </span>
    </div>
  )
}

/** What is possible now, and once verified. */
function Allowed({ actor }: { actor: KycActor }) {
  const { t, lang } = useLabels()
  const mayTrade = useSelector(actor, ({ context }) => context.neededFor !== 'trading')
  const daily = formatPlain(DAILY_LIMIT, lang)
  const rows = [
    { id: 'look', now: true, verified: true },
    { id: 'deposit', now: daily, verified: daily },
    { id: 'trade', now: mayTrade, verified: true },
    { id: 'withdraw', now: false, verified: true },
    { id: 'loan', now: false, verified: formatPlain(loanLimits.max, lang) },
  ] as const
  return (
    <section>
      <h2 className={css.title}>{t('kyc.can')}</h2>
      <Card menu>
        <table className={css.table}>
          <thead>
            <tr>
              <td />
              <th scope="col">{t('kyc.can.now')}</th>
              <th scope="col">{t('kyc.can.verified')}</th>
            </tr>
          </thead>
          <tbody>
            {rows.map(({ id, now, verified }) => (
              <tr key={id}>
                <th scope="row">{t(`kyc.can.${id}`)}</th>
                <td>
                  <Answer is={now} />
                </td>
                <td>
                  <Answer is={verified} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </Card>
    </section>
  )
}

function Answer({ is }: { is: boolean | string }) {
  const { t } = useLabels()
  if (typeof is === 'string') return is
  return (
    <>
      {is ? <Icon name={check} size={16} className={css.yes} /> : <span aria-hidden="true">—</span>}
      <span className="visually-hidden">{t(is ? 'kyc.can.yes' : 'kyc.can.no')}</span>
    </>
  )
}
