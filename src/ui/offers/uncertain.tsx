import { useSelector } from '@xstate/react'
import type { ReactNode } from 'react'
import { checkNow, type Sending } from '../../machines/parts/submission.ts'
import { useLabels } from '../i18n/index.ts'
import { Button } from '../parts/buttons/button.tsx'
import { Statement } from '../parts/lists/statement.tsx'
import { refresh } from '../parts/marks/drawings.ts'
import { Callout } from '../parts/page/callout.tsx'

type OutcomeProps = {
  actor: Sending
  /** The outcome of the request. */
  done: ReactNode
  /** The list that shows the outcome, once retries have ended without an answer. */
  where: string
  onClose: () => void
  /** The form. `pending`: its request is under way. */
  children: (pending: boolean) => ReactNode
}

/** A form, or in its place the outcome of its request, or that it is unknown. */
export function Outcome({ actor, done, where, onClose, children }: OutcomeProps) {
  const { t } = useLabels()
  const pending = useSelector(actor, (now) => now.hasTag('pending'))
  const uncertain = useSelector(actor, (now) => now.hasTag('uncertain'))
  if (done) return done
  if (!uncertain) return children(pending)
  return pending ? (
    <Statement
      icon={refresh}
      title={t('once.checking')}
      text={t('once.checkingText')}
      actions={
        <Button kind="quiet" onClick={() => checkNow(actor)}>
          {t('once.checkNow')}
        </Button>
      }
    />
  ) : (
    <Statement
      icon="warning"
      title={t('once.unknown')}
      text={where}
      actions={<Button onClick={onClose}>{t('action.close')}</Button>}
    />
  )
}

/** A request without an answer, within its form. */
export function Checking({ actor }: { actor: Sending }) {
  const { t } = useLabels()
  const uncertain = useSelector(actor, (now) => now.hasTag('uncertain'))
  if (!uncertain) return null
  return (
    <Callout
      tone="bad"
      action={
        <Button kind="plain" onClick={() => checkNow(actor)}>
          {t('once.checkNow')}
        </Button>
      }
    >
      {t('once.checkingText')}
    </Callout>
  )
}
