import { useSelector } from '@xstate/react'
import type { DepositFormActor } from '../../../machines/money/depositForm.ts'
import { checkNow } from '../../../machines/parts/submission.ts'
import { useShown } from '../../app/shown.ts'
import { FormFailure } from '../../forms/form-failure.tsx'
import { useLabels } from '../../i18n/index.ts'
import { Button } from '../../parts/buttons/button.tsx'
import { Callout } from '../../parts/page/callout.tsx'

/** The outcome of a request if it was refused or is unknown. */
export function FormEnd({ actor }: { actor: DepositFormActor }) {
  const { t } = useLabels()
  const { failure, uncertain, unknown } = useShown(actor, (now) => ({
    failure: now.context.failure,
    uncertain: now.hasTag('uncertain'),
    unknown: now.context.unknown,
  }))
  const sending = useSelector(actor, (now) => now.children.submitOnce)
  const canAsk = useSelector(sending, (now) => now?.hasTag('waiting') ?? false)
  if (uncertain) {
    return (
      <Callout
        action={
          <Button kind="plain" busy={!canAsk} onClick={() => checkNow(actor)}>
            {t('once.checkNow')}
          </Button>
        }
      >
        {t('once.checkingText')}
      </Callout>
    )
  }
  if (unknown) return <Callout>{t('deposit.unknown')}</Callout>
  return <FormFailure failure={failure} />
}
