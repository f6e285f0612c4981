import { useServices } from '../../app/services.ts'
import { useLabels } from '../../i18n/index.ts'
import { Button } from '../../parts/buttons/button.tsx'
import { ActionBar } from '../../parts/sheet/action-bar.tsx'
import { LOGIN } from '../../router/places.ts'
import { navigate } from '../../router/router.ts'
import { WalletSteps } from './connecting.tsx'

/** Below the choice of a wallet: what it will ask for, and other ways to sign in. */
export default function WalletAsks() {
  const { t } = useLabels()
  const { session } = useServices()
  const otherWays = () => {
    session.send({ type: 'session.lookAround' })
    navigate(LOGIN)
  }
  return (
    <>
      <WalletSteps current={-1} />
      <ActionBar>
        <Button kind="quiet" onClick={otherWays}>
          {t('tip.otherWays')}
        </Button>
        <p className="fine">{t('tip.phrase')}</p>
      </ActionBar>
    </>
  )
}
