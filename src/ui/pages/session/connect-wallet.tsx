import { useSelector } from '@xstate/react'
import { useServices } from '../../app/services.ts'
import { useLabels } from '../../i18n/index.ts'
import { Button, type ButtonKind } from '../../parts/buttons/button.tsx'
import { wallet } from '../../parts/marks/drawings.ts'
import { Icon } from '../../parts/marks/icons.tsx'
import { Connecting } from './connecting.tsx'

/** Signing in with a wallet: the button, and the wallet's prompts after it. `inviteCode`: on this page. */
export function ConnectWallet(props: { kind?: ButtonKind; label?: string; inviteCode?: string }) {
  const { kind = 'primary', label, inviteCode } = props
  const { session } = useServices()
  const { t } = useLabels()
  const connecting = useSelector(session, (now) => now.hasTag('connecting'))
  const leaving = useSelector(session, (now) => now.hasTag('leaving'))
  if (connecting) return <Connecting />
  return (
    <Button
      kind={kind}
      busy={leaving}
      icon={<Icon name={wallet} size={20} />}
      onClick={() => session.send({ type: 'session.connectWallet', inviteCode: inviteCode ?? null })}
    >
      {label ?? t('login.connect')}
    </Button>
  )
}
