import { useSelector } from '@xstate/react'
import { useEffect, useSyncExternalStore } from 'react'
import { useLabels } from '../i18n/index.ts'
import { WalletSteps } from '../pages/session/connecting.tsx'
import { entry } from '../pages/session/part.ts'
import { Button } from '../parts/buttons/button.tsx'
import { List, Row } from '../parts/lists/list.tsx'
import { LetterMark } from '../parts/marks/coin-mark.tsx'
import { ActionBar } from '../parts/sheet/action-bar.tsx'
import { Sheet } from '../parts/sheet/sheet.tsx'
import { LOGIN } from '../router/places.ts'
import { navigate } from '../router/router.ts'
import { useServices } from './services.ts'

/** The choice of a wallet to sign in with, if the browser has several: the wallets, and what each of them will ask for. */
export default function WalletChoice() {
  const { t } = useLabels()
  const { session, parts } = useServices()
  const wallets = useSelector(session, ({ context }) => context.wallets)
  const loader = parts(entry)
  const loaded = useSyncExternalStore(loader.subscribe, loader.now)
  useEffect(() => loader.load(), [loader])
  const lookAround = () => session.send({ type: 'session.lookAround' })
  return (
    <Sheet open onClose={lookAround} title={t('walletChoice.title')} description={t('walletChoice.text')}>
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
      {loaded.type === 'ready' && (
        <>
          <WalletSteps current={-1} />
          <ActionBar>
            <Button
              kind="quiet"
              onClick={() => {
                lookAround()
                navigate(LOGIN)
              }}
            >
              {t('tip.otherWays')}
            </Button>
            <p className="fine">{t('tip.phrase')}</p>
          </ActionBar>
        </>
      )}
    </Sheet>
  )
}
