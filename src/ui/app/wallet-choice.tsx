import { useSelector } from '@xstate/react'
import { lazy, type ReactNode, Suspense } from 'react'
import { useLabels } from '../i18n/index.ts'
import { entry } from '../pages/session/part.ts'
import { List, Row } from '../parts/lists/list.tsx'
import { LetterMark } from '../parts/marks/coin-mark.tsx'
import { Sheet } from '../parts/sheet/sheet.tsx'
import { useServices } from './services.ts'
import { useReady } from './use-ready.ts'

/** If its code fails to load, the wallets alone are shown. */
const WalletAsks = lazy<() => ReactNode>(() =>
  import('../pages/session/wallet-asks.tsx').catch(() => ({ default: () => null })),
)

/** The choice of a wallet to sign in with, if the browser has several, and the steps that follow. */
export default function WalletChoice() {
  const { t } = useLabels()
  const { session } = useServices()
  const wallets = useSelector(session, ({ context }) => context.wallets)
  const ready = useReady(entry)
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
      {ready && (
        <Suspense fallback={null}>
          <WalletAsks />
        </Suspense>
      )}
    </Sheet>
  )
}
