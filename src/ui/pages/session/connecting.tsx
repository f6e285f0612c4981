import { useSelector } from '@xstate/react'
import type { SnapshotFrom } from 'xstate'
import type { sessionMachine } from '../../../machines/session/session.ts'
import type { walletSignInMachine } from '../../../machines/session/walletSignIn.ts'
import { useServices } from '../../app/services.ts'
import { useLabels } from '../../i18n/index.ts'
import { Button } from '../../parts/buttons/button.tsx'
import { Card } from '../../parts/lists/list.tsx'
import { check } from '../../parts/marks/drawings.ts'
import { Icon } from '../../parts/marks/icons.tsx'
import css from './connecting.module.css'

/** The stages in order, with the step of three that each belongs to; none before and after. */
const stages = {
  finding: -1,
  choosing: -1,
  switchingChain: 0,
  requestingAccount: 1,
  requestingChallenge: 2,
  signing: 2,
  registering: 3,
} as const
type Stage = keyof typeof stages

const steps = ['network', 'account', 'signature'] as const

const isStage = (value: unknown): value is Stage => typeof value === 'string' && value in stages

const stageBefore = (session: SnapshotFrom<typeof sessionMachine>): Stage =>
  session.hasTag('choosing') ? 'choosing' : 'finding'

/** The wallet's current prompt or action: the state of the session's sign-in. */
function useStage(): Stage {
  const { session } = useServices()
  const before = useSelector(session, stageBefore)
  const signIn = useSelector(session, ({ children }) => children.walletSignIn)
  const value = useSelector(signIn, (now) => (now as SnapshotFrom<typeof walletSignInMachine> | undefined)?.value)
  return isStage(value) ? value : before
}

/** Wallet sign-in, step by step: explains the wallet's own prompts. */
export function Connecting() {
  const { session } = useServices()
  const { t } = useLabels()
  const stage = useStage()
  const current = stages[stage]
  return (
    <Card>
      <p className={css.stage} role="status">
        <span className={css.spinner} aria-hidden="true" />
        {t(`tip.stage.${stage}`)}
      </p>
      <ol className={css.steps} aria-label={t('tip.steps')}>
        {steps.map((step, at) => (
          <li
            key={step}
            className={css.step}
            data-state={at < current ? 'done' : at === current ? 'now' : 'later'}
            aria-current={at === current ? 'step' : undefined}
          >
            <span className={css.mark}>{at < current ? <Icon name={check} size={16} /> : at + 1}</span>
            {t(`tip.${step}`)}
          </li>
        ))}
      </ol>
      <Button kind="quiet" onClick={() => session.send({ type: 'session.lookAround' })}>
        {t('action.cancel')}
      </Button>
    </Card>
  )
}
