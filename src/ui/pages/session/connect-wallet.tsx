import { useSelector } from '@xstate/react'
import { useWords } from '../../i18n/index.ts'
import { Button, type ButtonKind } from '../../parts/button.tsx'
import { wallet } from '../../parts/drawings.ts'
import { Icon } from '../../parts/icons.tsx'
import { useServices } from '../../services.ts'
import { Connecting } from './connecting.tsx'

/** Signing in with a wallet: the button, and the wallet's prompts after it. `inviteCode`: on this page. */
export function ConnectWallet(props: { kind?: ButtonKind; label?: string; inviteCode?: string }) {
  const { kind = 'primary', label, inviteCode } = props
  const { session } = useServices()
  const { t } = useWords()
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
