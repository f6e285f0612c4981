import { useSelector } from '@xstate/react'
import { useServices } from '../../app/services.ts'
import { useLabels } from '../../i18n/index.ts'
import { Button, type ButtonKind } from '../../parts/buttons/button.tsx'
import { Card, Row } from '../../parts/lists/list.tsx'
import { wallet } from '../../parts/marks/drawings.ts'
import { Icon } from '../../parts/marks/icons.tsx'
import { Connecting } from './connecting.tsx'

type ConnectWalletProps = {
  kind?: ButtonKind
  label?: string
  /** A row of a card in place of a button. */
  row?: boolean
  /** On this page. */
  inviteCode?: string
}

/** Signing in with a wallet: the button, and the wallet's prompts after it. */
export function ConnectWallet({ kind = 'primary', label, row = false, inviteCode }: ConnectWalletProps) {
  const { session } = useServices()
  const { t } = useLabels()
  const connecting = useSelector(session, (now) => now.hasTag('connecting'))
  const leaving = useSelector(session, (now) => now.hasTag('leaving'))
  if (connecting) return <Connecting />
  const connect = () => session.send({ type: 'session.connectWallet', inviteCode: inviteCode ?? null })
  if (row) {
    return (
      <Card menu>
        <Row
          leading={<Icon name={wallet} size={20} />}
          title={t('login.connect')}
          subtitle={t('login.connectText')}
          onClick={connect}
          arrow
        />
      </Card>
    )
  }
  return (
    <Button kind={kind} busy={leaving} icon={<Icon name={wallet} size={20} />} onClick={connect}>
      {label ?? t('login.connect')}
    </Button>
  )
}
