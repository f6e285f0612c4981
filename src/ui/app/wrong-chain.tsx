import { useSelector } from '@xstate/react'
import { useLabels } from '../i18n/index.ts'
import { Button } from '../parts/buttons/button.tsx'
import { Callout } from '../parts/page/callout.tsx'
import { useServices } from './services.ts'
import { useShown } from './shown.ts'

/** Shows above every page that the wallet is on another network, and offers to switch it back. */
export default function WrongChain() {
  const { session } = useServices()
  const { t } = useLabels()
  const link = useSelector(session, ({ children }) => children.walletLink)
  const { wrong, asking, reason } = useShown(link, (now) => ({
    wrong: now?.hasTag('wrongChain') ?? false,
    asking: now?.matches('asking') ?? false,
    reason: now?.context.reason ?? null,
  }))
  const words = () => {
    if (asking) return t('tip.switching')
    if (reason === 'promptOpen') return t('tip.switchOpen')
    return reason === 'chainUnsupported' ? t('tip.switchByHand') : t('tip.wrongChain')
  }
  if (!wrong) return null
  return (
    <Callout
      action={
        !asking && (
          <Button kind="plain" onClick={() => link?.send({ type: 'wallet.switchBack' })}>
            {t('tip.switchBack')}
          </Button>
        )
      }
    >
      {words()}
    </Callout>
  )
}
