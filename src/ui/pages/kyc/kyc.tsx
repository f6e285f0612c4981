import { useSelector } from '@xstate/react'
import { kycFormMachine } from '../../../machines/user/kycForm.ts'
import { useActorOf } from '../../app/actor-of.ts'
import { useServices } from '../../app/services.ts'
import { useDone } from '../../forms/form-fields.ts'
import { useLabels } from '../../i18n/index.ts'
import { LoadFirst } from '../../lists/load-first.tsx'
import { KycForm } from './kyc-form.tsx'
import { ReviewStatus } from './review-status.tsx'

/** Identity verification: the form, or the state of the review. */
export function KycPage() {
  const { notice } = useServices()
  const { t } = useLabels()
  const actor = useActorOf(kycFormMachine)
  const view = useSelector(actor, (now) => (['form', 'status'] as const).find((tag) => now.hasTag(tag)))
  const load = useSelector(actor, ({ children }) => children.load)
  const submitted = useSelector(actor, ({ context }) => context.submitted)
  useDone(submitted, () => notice.send({ type: 'notice.show', notice: { key: 'submittedForReview', tone: 'good' } }))
  switch (view) {
    case 'form':
      return <KycForm actor={actor} />
    case 'status':
      return <ReviewStatus actor={actor} />
    default:
      return (
        <LoadFirst
          load={load}
          shapes={['line', 'card', 'line', 'line', 'button']}
          title={t('kyc.failed')}
          text={t('page.failedHint')}
        />
      )
  }
}
