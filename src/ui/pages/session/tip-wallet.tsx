import { useSelector } from '@xstate/react'
import type { SessionReason } from '../../../machines/session/session-reason.ts'
import { chain } from '../../../machines/session/wallet-chain.ts'
import { useServices } from '../../app/services.ts'
import { useLabels } from '../../i18n/index.ts'
import { AnchorButton } from '../../parts/buttons/button.tsx'
import { CopyButton } from '../../parts/buttons/copy-button.tsx'
import { Card, Facts, Row } from '../../parts/lists/list.tsx'
import { Statement } from '../../parts/lists/statement.tsx'
import { globe, lock, refresh, wallet } from '../../parts/marks/drawings.ts'
import { Icon, type IconName } from '../../parts/marks/icons.tsx'
import { Sentences } from '../../parts/page/sentences.tsx'
import { LOGIN } from '../../router/places.ts'
import { navigate, placeOf, useQuery } from '../../router/router.ts'
import { ConnectWallet } from './connect-wallet.tsx'
import css from './tip-wallet.module.css'
import { useLookAround } from './use-look-around.ts'

const icons: Record<SessionReason | 'none', IconName> = {
  none: wallet,
  noWallet: wallet,
  chainRefused: globe,
  chainUnsupported: globe,
  accountRefused: 'account',
  promptOpen: 'clock',
  signatureRefused: lock,
  walletFailed: 'warning',
  signInRefused: 'warning',
  contractWallet: 'warning',
  inviteRefused: 'warning',
  networkFailed: refresh,
  sessionInvalid: lock,
  accountChanged: 'account',
  walletDisconnected: wallet,
}

/** Reasons that are not a failed attempt: the button then says connect, not retry. */
const beginnings: readonly (SessionReason | 'none')[] = [
  'none',
  'sessionInvalid',
  'accountChanged',
  'walletDisconnected',
]

/** Why else one may be on this page. */
const others = ['noWallet', 'signatureRefused', 'sessionInvalid'] as const

/** Why wallet sign-in failed, and what to do next. */
export function TipWalletPage() {
  const { session } = useServices()
  const { t } = useLabels()
  const query = useQuery()
  const lookAround = useLookAround()
  const connecting = useSelector(session, (now) => now.hasTag('connecting'))
  const reason = useSelector(session, ({ context }) => context.reason ?? 'none')
  const withName = () => {
    const { inviteCode } = session.getSnapshot().context
    session.send({ type: 'session.lookAround' })
    navigate(placeOf(LOGIN, { next: query.get('next') ?? undefined, code: inviteCode ?? undefined }))
  }
  const isBeginning = beginnings.includes(reason)
  const connect = isBeginning ? t('login.connect') : t('action.retry')
  const walletApp = (
    <AnchorButton href="walletJump.html" kind={reason === 'noWallet' ? 'primary' : 'quiet'}>
      {t('tip.walletApp')}
    </AnchorButton>
  )
  return (
    <Statement
      icon={icons[reason]}
      title={t(`tip.title.${reason}`)}
      text={
        <Sentences>
          {t(`tip.text.${reason}`)}
          {reason !== 'none' && <span>{t(isBeginning ? 'tip.noMoneyOpen' : 'tip.noMoney')}</span>}
        </Sentences>
      }
      more={
        !connecting && (
          <>
            {reason === 'chainUnsupported' && <Network />}
            <section>
              <h3 className={css.heading}>{t('tip.ways')}</h3>
              <Card menu>
                <Row
                  leading={<Icon name="account" size={20} />}
                  title={t('tip.withName')}
                  subtitle={t('tip.withNameText')}
                  onClick={withName}
                  arrow
                />
                <Row
                  leading={<Icon name="markets" size={20} />}
                  title={t('tip.lookAround')}
                  subtitle={t('tip.lookAroundText')}
                  onClick={lookAround}
                  arrow
                />
              </Card>
            </section>
            <section>
              <h3 className={css.heading}>{t('tip.others')}</h3>
              <ul className={css.others}>
                {others
                  .filter((other) => other !== reason)
                  .map((other) => (
                    <li key={other}>{t(`tip.other.${other}`)}</li>
                  ))}
              </ul>
            </section>
          </>
        )
      }
      actions={
        <>
          {reason === 'noWallet' && !connecting && walletApp}
          <ConnectWallet kind={reason === 'noWallet' ? 'quiet' : 'primary'} label={connect} />
          {reason !== 'noWallet' && !connecting && walletApp}
        </>
      }
      fine={t('tip.promise')}
    />
  )
}

/** Network settings to enter in a wallet by hand. */
function Network() {
  const { t } = useLabels()
  return (
    <Card title={chain.chainName}>
      <Facts
        facts={[
          { term: t('tip.networkName'), value: chain.chainName },
          { term: t('tip.rpc'), value: <Rpc /> },
          { term: t('tip.chainId'), value: String(Number(chain.chainId)) },
          { term: t('tip.currency'), value: chain.nativeCurrency.symbol },
          { term: t('tip.explorer'), value: chain.blockExplorerUrls[0] },
        ]}
      />
    </Card>
  )
}

function Rpc() {
  const { t } = useLabels()
  const [rpc] = chain.rpcUrls
  return (
    <span className={css.rpc}>
      {rpc}
      <CopyButton text={rpc} label={t('tip.copy')} />
    </span>
  )
}
