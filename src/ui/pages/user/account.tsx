import { useSelector } from '@xstate/react'
import { useEffect } from 'react'
import { version } from '../../../../package.json'
import { type MenuItem, menusFor } from '../../app/menus.ts'
import { usePart } from '../../app/part.ts'
import { useServices } from '../../app/services.ts'
import { languageNames } from '../../format/languages.ts'
import { useZone, zoneName } from '../../format/zone.ts'
import { useLabels } from '../../i18n/index.ts'
import { LinkButton } from '../../parts/buttons/button.tsx'
import { Card, Row } from '../../parts/lists/list.tsx'
import { Icon } from '../../parts/marks/icons.tsx'
import { Header } from '../../parts/page/header.tsx'
import { type Shape, Skeleton } from '../../parts/page/states.tsx'
import { ACCOUNT, LANGUAGE, LOGIN, MESSAGES, TIME_ZONE } from '../../router/places.ts'
import { placeOf } from '../../router/router.ts'
import { Bell } from '../inbox/bell.tsx'
import { inbox } from '../inbox/part.ts'
import { ConnectWallet } from '../session/connect-wallet.tsx'
import css from './account.module.css'
import { SignOut } from './sign-out.tsx'
import { ThemeSettings } from './theme-settings.tsx'
import { WhoAmI } from './who-am-i.tsx'

/** The account page: the signed-in user, their pages, and the app's appearance. */
export function AccountPage() {
  const { session } = useServices()
  const { t } = useLabels()
  const signedIn = useSelector(session, (now) => now.hasTag('signedIn'))
  const user = useSelector(session, ({ context }) => context.userInfo)
  const unreachable = useSelector(session, (now) => now.hasTag('unreachable'))
  return (
    <>
      <Header title={t('title.account')} trailing={signedIn && <Bell />} />
      <div className={css.page}>
        {signedIn ? <WhoAmI /> : <Guest />}
        {signedIn && !user && !unreachable ? <Skeleton shapes={ownShapes} /> : <Menus signedIn={signedIn} />}
        {signedIn && user && <SignOut />}
        <p className="fine">{t('account.version', { version })}</p>
      </div>
    </>
  )
}

/** Tall enough to push the menus below the screen, because the content above decides where they are. */
const ownShapes: readonly Shape[] = ['chart', 'row', 'row', 'row', 'row', 'row', 'row', 'row']

function Menus({ signedIn }: { signedIn: boolean }) {
  const { t } = useLabels()
  const { pages, settings, reading } = menusFor(useServices().places, signedIn)
  return (
    <>
      <Menu label={t('account.menu')} items={pages} />
      <Menu label={t('menu.settings')} items={settings} />
      <Menu label={t('menu.reading')} items={reading} />
      <ThemeSettings />
    </>
  )
}

const Menu = ({ label, items }: { label: string; items: readonly MenuItem[] }) => (
  <nav aria-label={label}>
    <Card title={label} menu>
      {items.map((item) => (
        <MenuRow key={item.to} {...item} />
      ))}
    </Card>
  </nav>
)

function MenuRow({ label, icon, to }: MenuItem) {
  const zone = useZone()
  const { t, lang } = useLabels()
  const value = { [LANGUAGE]: languageNames[lang], [TIME_ZONE]: zoneName(zone), [MESSAGES]: <Unread /> }[to]
  return <Row leading={<Icon name={icon} />} arrow title={t(label)} value={value} to={to} />
}

/** Number of unread messages. */
function Unread() {
  const { messages } = usePart(inbox)
  const { t } = useLabels()
  useEffect(() => messages.send({ type: 'messages.open' }), [messages])
  const left = useSelector(messages, ({ context }) => context.unread)
  return left > 0 && <span className={css.badge}>{t('messages.unreadCount', { left })}</span>
}

/** Sign-in buttons for a guest. */
function Guest() {
  const { t } = useLabels()
  return (
    <Card title={t('account.guestTitle')}>
      <p className="muted">{t('account.guestText')}</p>
      <div className={css.ways}>
        <LinkButton to={placeOf(LOGIN, { next: ACCOUNT })}>{t('action.signIn')}</LinkButton>
        <LinkButton kind="quiet" to={placeOf(LOGIN, { next: ACCOUNT, view: 'create' })}>
          {t('register.submit')}
        </LinkButton>
        <ConnectWallet kind="quiet" />
      </div>
    </Card>
  )
}
