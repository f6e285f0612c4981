import { useActorRef, useSelector } from '@xstate/react'
import { useEffect } from 'react'
import type { ActorRefFrom } from 'xstate'
import type { kycMachine } from '../../../machines/kyc.ts'
import { useWords } from '../../i18n/index.ts'
import { Failure, Skeleton } from '../../parts/states.tsx'
import { usePageServices, useServices } from '../../services.ts'
import { IdentityForm } from './identity-form.tsx'
import { ReviewStatus } from './review-status.tsx'

export type KycActor = ActorRefFrom<typeof kycMachine>

/** Who a person is: the form, or how its review goes. */
export function KycPage() {
  const { machines, inspection } = usePageServices()
  const { notice } = useServices()
  const { t } = useWords()
  const actor = useActorRef(machines.kyc, inspection)
  const view = useSelector(actor, (now) => (['loading', 'form', 'status'] as const).find((tag) => now.hasTag(tag)))
  const submitted = useSelector(actor, ({ context }) => context.submitted)
  useEffect(() => {
    if (submitted) notice.send({ type: 'notice.show', notice: { key: 'submittedForReview', tone: 'good' } })
  }, [submitted, notice])
  switch (view) {
    case 'loading':
      return <Skeleton bones={['line', 'card', 'line', 'line', 'button']} />
    case 'form':
      return <IdentityForm actor={actor} />
    case 'status':
      return <ReviewStatus actor={actor} />
    default:
      return (
        <Failure title={t('kyc.failed')} text={t('kyc.failedHint')} onRetry={() => actor.send({ type: 'kyc.retry' })} />
      )
  }
}
