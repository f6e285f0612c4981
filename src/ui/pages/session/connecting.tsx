import { useSelector } from '@xstate/react'
import type { SnapshotFrom } from 'xstate'
import type { sessionMachine } from '../../../machines/session/session.ts'
import { chain } from '../../../machines/session/wallet-chain.ts'
import type { walletSignInMachine } from '../../../machines/session/walletSignIn.ts'
import { useServices } from '../../app/services.ts'
import { useLabels } from '../../i18n/index.ts'
import { Button } from '../../parts/buttons/button.tsx'
import { Card } from '../../parts/lists/list.tsx'
import { Steps } from '../../parts/lists/steps.tsx'
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
      <WalletSteps current={current} />
      <p className={css.promise}>{t('tip.phrase')}</p>
      <Button kind="quiet" onClick={() => session.send({ type: 'session.lookAround' })}>
        {t('action.cancel')}
      </Button>
    </Card>
  )
}

/** The requests to the wallet. `current`: the index of the open step. */
export function WalletSteps({ current }: { current: number }) {
  const { t } = useLabels()
  return (
    <Steps
      label={t('tip.steps')}
      steps={steps.map((id, at) => ({
        id,
        title: t(`tip.${id}`),
        note: t(`tip.${id}Text`, { chainId: String(Number(chain.chainId)) }),
        state: at < current ? 'done' : at === current ? 'now' : 'toCome',
      }))}
    />
  )
}
