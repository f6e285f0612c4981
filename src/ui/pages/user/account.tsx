import { useSelector } from '@xstate/react'
import { version } from '../../../../package.json'
import { placeOf } from '../../hash.ts'
import { useWords } from '../../i18n/index.ts'
import { languageNames } from '../../languages.ts'
import { LinkButton } from '../../parts/button.tsx'
import { Header } from '../../parts/header.tsx'
import { Icon, type IconName } from '../../parts/icons.tsx'
import { Card, Row } from '../../parts/list.tsx'
import { KYC, LOGIN } from '../../routes.ts'
import { useServices } from '../../services.ts'
import css from './account.module.css'
import { ChangePassword } from './change-password.tsx'
import { ConnectWallet } from './connect-wallet.tsx'
import { LookSettings } from './look-settings.tsx'
import { SignOut } from './sign-out.tsx'
import { WhoAmI } from './who-am-i.tsx'

/** Who is signed in, the pages that are theirs, and how the app looks. */
export function AccountPage() {
  const { session } = useServices()
  const { t, lang } = useWords()
  const signedIn = useSelector(session, (now) => now.hasTag('signedIn'))
  const hasPassword = useSelector(session, ({ context }) => context.userInfo?.username != null)
  return (
    <>
      <Header title={t('title.account')} />
      <div className={css.page}>
        {signedIn ? <WhoAmI /> : <Guest />}
        <nav aria-label={t('account.menu')}>
          <Card menu>
            {signedIn && (
              <>
                <MenuRow icon="trade" title={t('title.trade')} to="/pages/order/trade" />
                <MenuRow icon="globe" title={t('account.forexOrders')} to="/pages/whdetail/order" />
                <MenuRow icon="assets" title={t('title.wallets')} to="/pages/walletrade/index" />
                <MenuRow icon="lock" title={t('title.google')} to="/pages/me/google" />
                <MenuRow icon="lock" title={t('title.payPassword')} to="/pages/me/paypassword" />
                <MenuRow icon="identity" title={t('title.kyc')} to={KYC} />
              </>
            )}
            <MenuRow icon="language" title={t('title.language')} value={languageNames[lang]} to="/pages/me/language" />
          </Card>
        </nav>
        <LookSettings />
        <div>
          {hasPassword && <ChangePassword />}
          {signedIn && <SignOut />}
          <p className="fine">{t('account.version', { version })}</p>
        </div>
      </div>
    </>
  )
}

const MenuRow = ({ icon, ...row }: { icon: IconName; title: string; value?: string; to: string }) => (
  <Row leading={<Icon name={icon} />} arrow {...row} />
)

/** For someone who looks around: the ways in. */
function Guest() {
  const { t } = useWords()
  return (
    <Card title={t('account.guestTitle')}>
      <p className="muted">{t('account.guestText')}</p>
      <div className={css.ways}>
        <LinkButton to={placeOf(LOGIN, { next: '/pages/me/index' })}>{t('action.signIn')}</LinkButton>
        <LinkButton kind="quiet" to={placeOf(LOGIN, { next: '/pages/me/index', view: 'create' })}>
          {t('register.submit')}
        </LinkButton>
        <ConnectWallet kind="quiet" />
      </div>
    </Card>
  )
}
