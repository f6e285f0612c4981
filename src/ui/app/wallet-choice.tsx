import { useSelector } from '@xstate/react'
import { useLabels } from '../i18n/index.ts'
import { List, Row } from '../parts/lists/list.tsx'
import { LetterMark } from '../parts/marks/coin-mark.tsx'
import { Sheet } from '../parts/sheet/sheet.tsx'
import { useServices } from './services.ts'

/** The choice of a wallet to sign in with, if the browser has several. */
export default function WalletChoice() {
  const { t } = useLabels()
  const { session } = useServices()
  const wallets = useSelector(session, ({ context }) => context.wallets)
  return (
    <Sheet
      open
      onClose={() => session.send({ type: 'session.lookAround' })}
      title={t('walletChoice.title')}
      description={t('walletChoice.text')}
    >
      <List label={t('walletChoice.title')}>
        {wallets.map(({ id, name, icon }) => (
          <li key={id}>
            <Row
              leading={icon === null ? <LetterMark name={name} /> : <img src={icon} alt="" width={36} height={36} />}
              title={name}
              onClick={() => session.send({ type: 'session.chooseWallet', walletId: id })}
              arrow
            />
          </li>
        ))}
      </List>
    </Sheet>
  )
}
