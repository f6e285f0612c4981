import type { UserInfo } from '../../../api/account/user.ts'
import { isKnown } from '../../../machines/reviews/kyc.ts'
import type { Guards } from '../../../machines/user/security.ts'
import { type UiKey, useLabels } from '../../i18n/index.ts'
import { Card, Row } from '../../parts/lists/list.tsx'
import { check } from '../../parts/marks/drawings.ts'
import { Icon } from '../../parts/marks/icons.tsx'
import { AUTHENTICATOR, EMAIL, KYC, PAY_PASSWORD } from '../../router/places.ts'
import css from './security.module.css'

/** The account's security settings, what is missing, and the state of identity verification. */
export function Security({ user, guards: { bound, kyc } }: { user: UserInfo; guards: Guards }) {
  const { t } = useLabels()
  const byWallet = user.username === null
  const checks: readonly { title: UiKey; why: UiKey; done: boolean; to: string }[] = [
    { title: 'title.kyc', why: 'check.kycWhy', done: isKnown(kyc.state), to: KYC },
    {
      title: 'title.email',
      why: byWallet ? 'check.emailWhyWallet' : 'check.emailWhy',
      done: bound.email !== null,
      to: EMAIL,
    },
    {
      title: 'title.authenticator',
      why: byWallet ? 'check.authenticatorWhyWallet' : 'check.authenticatorWhy',
      done: bound.authenticator,
      to: AUTHENTICATOR,
    },
    { title: 'title.payPassword', why: 'check.payWhy', done: bound.set, to: PAY_PASSWORD },
  ]
  const done = checks.filter((check) => check.done).length
  return (
    <section aria-label={t('check.title')}>
      <Card title={t('check.title')}>
        <dl className={css.standing}>
          <div>
            <dt>{t('check.level')}</dt>
            <dd>{t(`kyc.state.${kyc.state}`)}</dd>
          </div>
        </dl>
        <p className={css.count}>{t('check.count', { done, all: checks.length })}</p>
        <ul className={css.checks}>
          {checks.map(({ title, why, done, to }) => (
            <li key={title}>
              <Row
                leading={<Icon name={done ? check : 'warning'} className={done ? css.done : css.missing} />}
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
