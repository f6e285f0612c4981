import type { UserInfo } from '../../../api/user.ts'
import type { Guards } from '../../../machines/security.ts'
import { type UiKey, useWords } from '../../i18n/index.ts'
import { isBuilt } from '../../menus.ts'
import { Icon } from '../../parts/icons.tsx'
import { Card, Row } from '../../parts/list.tsx'
import { KYC } from '../../routes.ts'
import css from './security.module.css'

/** What guards the account and what is missing of it, and how far its owner is known. */
export function Security({ user, guards: { bound, verification } }: { user: UserInfo; guards: Guards }) {
  const { t } = useWords()
  const byWallet = user.username === null
  const all: readonly { title: UiKey; why: UiKey; done: boolean; to: string }[] = [
    { title: 'title.kyc', why: 'check.kycWhy', done: verification.state === 'verified', to: KYC },
    {
      title: 'menu.email',
      why: byWallet ? 'check.emailWhyWallet' : 'check.emailWhy',
      done: bound.email !== null,
      to: '/pages/me/email',
    },
    {
      title: 'title.google',
      why: byWallet ? 'check.googleWhyWallet' : 'check.googleWhy',
      done: bound.authenticator,
      to: '/pages/me/google',
    },
    { title: 'title.payPassword', why: 'check.payWhy', done: bound.set, to: '/pages/me/paypassword' },
  ]
  const checks = all.filter(({ to }) => isBuilt(to))
  const done = checks.filter((check) => check.done).length
  return (
    <section aria-label={t('check.title')}>
      <Card title={t('check.title')}>
        <dl className={css.standing}>
          <div>
            <dt>{t('check.level')}</dt>
            <dd>{t(`kyc.state.${verification.state}`)}</dd>
          </div>
        </dl>
        <p className={css.count}>{t('check.count', { done, all: checks.length })}</p>
        <ul className={css.checks}>
          {checks.map(({ title, why, done, to }) => (
            <li key={title}>
              <Row
                leading={<Icon name={done ? 'check' : 'warning'} className={done ? css.done : css.missing} />}
                title={t(title)}
                subtitle={t(done ? 'check.done' : why)}
                to={to}
                arrow
              />
            </li>
          ))}
        </ul>
      </Card>
    </section>
  )
}
