import { useSelector } from '@xstate/react'
import type { KycActor } from '../../../machines/user/kycForm.ts'
import { useServices } from '../../app/services.ts'
import { formatTime } from '../../format/format.ts'
import { useReviewTime } from '../../format/review-time.ts'
import { useLabels } from '../../i18n/index.ts'
import { Button, LinkButton } from '../../parts/buttons/button.tsx'
import { Card, Facts } from '../../parts/lists/list.tsx'
import { Callout } from '../../parts/page/callout.tsx'
import { Hero } from '../../parts/page/hero.tsx'
import { safeNext } from '../../router/places.ts'
import { useQuery } from '../../router/router.ts'
import { countryName } from '../session/countries.ts'

/** The state of the review: what was submitted, and what happens next. */
export function ReviewStatus({ actor }: { actor: KycActor }) {
  const { t, lang } = useLabels()
  const next = safeNext(useServices().places, useQuery().get('next'))
  const kyc = useSelector(actor, ({ context }) => context.kyc)
  const reviewTime = useReviewTime(useSelector(actor, ({ context }) => context.reviewSeconds))
  const maySubmit = useSelector(actor, (now) => now.can({ type: 'kyc.again' }))
  if (!kyc) return null
  const { state, country, firstName, lastName, certificate, number, reason, submittedAt, decidedAt } = kyc
  return (
    <div className="page">
      <div role="status">
        <Hero label={t('title.kyc')} note={t(`kyc.hint.${state}`)}>
          {t(`kyc.state.${state}`)}
        </Hero>
      </div>
      {state === 'pendingReview' && <p className="muted">{reviewTime}</p>}
      {reason !== null && <Callout tone="bad">{t('kyc.reason', { reason })}</Callout>}
      {firstName !== null && (
        <Card>
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
        </Card>
      )}
      {next !== undefined && (
        <LinkButton kind={state === 'verified' ? 'primary' : 'quiet'} to={next}>
          {t('kyc.toMarket')}
        </LinkButton>
      )}
      {maySubmit && <Button onClick={() => actor.send({ type: 'kyc.again' })}>{t('kyc.again')}</Button>}
    </div>
  )
}
