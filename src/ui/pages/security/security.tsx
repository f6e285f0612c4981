import { useSelector } from '@xstate/react'
import { Link } from 'wouter'
import type { UserInfo } from '../../../api/account/user.ts'
import { isKnown } from '../../../machines/reviews/kyc.ts'
import { chain } from '../../../machines/session/wallet-chain.ts'
import { type Guards, securityMachine } from '../../../machines/user/security.ts'
import { useActorOf } from '../../app/actor-of.ts'
import { useServices } from '../../app/services.ts'
import { shortAddress } from '../../format/short-address.ts'
import { useLabels } from '../../i18n/index.ts'
import { GuideLink } from '../../lists/guide-link.tsx'
import { LoadFirst } from '../../lists/load-first.tsx'
import { Card, Row } from '../../parts/lists/list.tsx'
import { device, kyc as identity, key, lock, mail, wallet } from '../../parts/marks/drawings.ts'
import { Icon, type IconName } from '../../parts/marks/icons.tsx'
import { Skeleton } from '../../parts/page/states.tsx'
import { AUTHENTICATOR, EMAIL, KYC, PASSKEYS, PAY_PASSWORD } from '../../router/places.ts'
import { ChangePassword } from './change-password.tsx'
import { Devices } from './devices.tsx'
import css from './security.module.css'
import { TakeData } from './take-data.tsx'

/** The account's security: the next best step, sign-in, what guards money, and the signed-in devices. */
export function SecurityPage() {
  const { session } = useServices()
  const user = useSelector(session, ({ context }) => context.userInfo)
  const actor = useActorOf(securityMachine)
  const load = useSelector(actor, ({ children }) => children.load)
  const guards = useSelector(actor, ({ context }) => context.guards)
  if (!user) return <Skeleton shapes={['hero', 'card', 'card', 'row']} />
  if (!guards) return <LoadFirst load={load} shapes={['hero', 'card', 'card', 'row']} />
  return (
    <div className={css.page}>
      <Security user={user} guards={guards} />
      <Card menu>
        <TakeData address={user.username === null ? user.address : null} authenticator={guards.bound.authenticator} />
      </Card>
      <GuideLink slug="security" />
      {/* Last, since it loads by itself. */}
      <Devices />
    </div>
  )
}

type CheckName = 'kyc' | 'authenticator' | 'payPassword' | 'email'
type Check = { name: CheckName; icon: IconName; why: string; value: string; done: boolean; to: string }

function Security({ user: { username, address }, guards: { bound, kyc } }: { user: UserInfo; guards: Guards }) {
  const { t } = useLabels()
  const byWallet = username === null
  const value = (done: boolean) => t(done ? 'check.on' : 'check.add')
  // Those that guard most come first.
  const checks: readonly Check[] = [
    {
      name: 'kyc',
      icon: identity,
      why: t('check.kycWhy'),
      value: t(`kyc.state.${kyc.state}`),
      done: isKnown(kyc.state),
      to: KYC,
    },
    {
      name: 'authenticator',
      icon: device,
      why: t(byWallet ? 'check.authenticatorWhyWallet' : 'check.authenticatorWhy'),
      value: value(bound.authenticator),
      done: bound.authenticator,
      to: AUTHENTICATOR,
    },
    {
      name: 'payPassword',
      icon: lock,
      why: t('check.payWhy'),
      value: value(bound.set),
      done: bound.set,
      to: PAY_PASSWORD,
    },
    {
      name: 'email',
      icon: mail,
      why: bound.email ?? t(byWallet ? 'check.emailWhyWallet' : 'check.emailWhy'),
      value: value(bound.email !== null),
      done: bound.email !== null,
      to: EMAIL,
    },
  ]
  return (
    <>
      <NextStep checks={checks} isPending={kyc.state === 'pendingReview'} />
      <section>
        <h2 className={css.heading}>{t('step.signIn')}</h2>
        <Card menu>
          {byWallet ? (
            <Row
              leading={<Icon name={wallet} size={20} className={css.icon} />}
              title={t('title.wallet')}
              subtitle={`${shortAddress(address ?? '')} · ${chain.chainName}`}
            />
          ) : (
            <ChangePassword authenticator={bound.authenticator} />
          )}
          <Row
            leading={<Icon name={key} size={20} className={css.icon} />}
            title={t('title.passkeys')}
            subtitle={t('passkeys.why')}
            to={PASSKEYS}
            arrow
          />
        </Card>
      </section>
      <section aria-label={t('check.title')}>
        <h2 className={css.heading}>{t('check.title')}</h2>
        <Card menu>
          <ul className={css.checks}>
            {checks.map(({ name, icon, why, value, done, to }) => (
              <li key={name}>
                <Row
                  leading={<Icon name={icon} size={20} className={css.icon} />}
                  title={t(`title.${name}`)}
                  subtitle={why}
                  value={<span className={done ? css.done : css.missing}>{value}</span>}
                  to={to}
                  arrow
                />
              </li>
            ))}
          </ul>
        </Card>
      </section>
    </>
  )
}

/** The most useful missing step, or that none is missing. */
function NextStep({ checks, isPending }: { checks: readonly Check[]; isPending: boolean }) {
  const { t } = useLabels()
  const done = checks.filter((check) => check.done).length
  const next = checks.find(({ name, done }) => !done && !(name === 'kyc' && isPending))
  const inside = (
    <>
      <span className={css.ring}>
        <svg viewBox="0 0 40 40" aria-hidden="true">
          <circle cx="20" cy="20" r="18" pathLength={checks.length} />
          <circle cx="20" cy="20" r="18" pathLength={checks.length} strokeDasharray={`${done} ${checks.length}`} />
        </svg>
        <span className="visually-hidden">{t('check.count', { done, all: checks.length })} </span>
        <span aria-hidden="true">
          {done}/{checks.length}
        </span>
      </span>
      <span className={css.words}>
        <span className={css.next}>{t(next ? `check.next.${next.name}` : 'check.next.none')}</span>
        <span className={css.why}>{next ? next.why : t('check.noneWhy')}</span>
      </span>
    </>
  )
  return next ? (
    <Link className={css.hero} href={next.to}>
      {inside}
    </Link>
  ) : (
    <p className={css.hero}>{inside}</p>
  )
}
