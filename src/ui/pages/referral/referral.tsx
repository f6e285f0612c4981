import { useSelector } from '@xstate/react'
import type { Referral } from '../../../api/account/referral.ts'
import { loadReferral } from '../../../machines/user/referral.ts'
import { PEOPLE_MAX } from '../../../rules/account/referral.ts'
import { useActorOf } from '../../app/actor-of.ts'
import { formatAmount, formatBps, formatCount, formatDate } from '../../format/format.ts'
import { formatMonth } from '../../format/period.ts'
import { useLabels } from '../../i18n/index.ts'
import { LoadFirst } from '../../lists/load-first.tsx'
import { CopyButton } from '../../parts/buttons/copy-button.tsx'
import { Card, Facts } from '../../parts/lists/list.tsx'
import { QrCode } from '../../parts/marks/qr-code.tsx'
import css from './referral.module.css'
import { ShareButton } from './share-button.tsx'

/** Inviting friends: the user's code and link, rewards, and results. */
export function ReferralPage() {
  const load = useActorOf(loadReferral)
  const found = useSelector(load, ({ output }) => output)
  return found ? <Invitation {...found} /> : <LoadFirst load={load} shapes={['card', 'card', 'button', 'card']} />
}

function Invitation({ invite: { code, link, levels, income }, referrals: { months, people } }: Referral) {
  const { t, lang } = useLabels()
  const money = (amount: string) => `${formatAmount(amount, 'exact', income.currency, lang)} ${income.currency}`
  return (
    <div className="page">
      <Card title={t('account.invite')}>
        <p className={css.line}>
          <span className={css.code}>{code}</span>
          <CopyButton text={code} label={t('account.copyInvite')} />
        </p>
        <p className={css.line}>
          <span className={css.link}>{link}</span>
          <CopyButton text={link} label={t('referral.copyLink')} />
        </p>
      </Card>
      <QrCode text={link} label={t('referral.qr')} className={css.qr} />
      <ShareButton text={t('referral.shareText', { code })} url={link} />
      <Card title={t('referral.shares')}>
        <p className={css.shares}>{t('referral.sharesText')}</p>
        <Facts
          facts={levels.map(({ level, bps }) => ({
            id: String(level),
            term: t(`referral.level.${level}`),
            value: formatBps(bps, lang),
          }))}
        />
      </Card>
      <Card title={t('referral.income')}>
        <Facts
          facts={(['total', 'direct', 'indirect'] as const).map((part) => ({
            id: part,
            term: t(`referral.income.${part}`),
            value: money(income[part]),
          }))}
        />
      </Card>
      <Card title={t('referral.months')}>
        {months.length === 0 && <p className={css.link}>{t('referral.monthsNone')}</p>}
        {months.map(({ month, direct, indirect }) => (
          <section key={month} className={css.group}>
            <h3 className={css.name}>{formatMonth(month, lang)}</h3>
            <Facts
              facts={[
                { term: t('referral.income.direct'), value: money(direct) },
                { term: t('referral.income.indirect'), value: money(indirect) },
              ]}
            />
          </section>
        ))}
      </Card>
      <Card title={t('referral.people')}>
        {levels.map(({ level, people: count }) => (
          <section key={level} className={css.group}>
            <h3 className={css.line}>
              <span className={css.name}>{t(`referral.level.${level}`)}</span>
              {count > PEOPLE_MAX ? `${formatCount(PEOPLE_MAX, lang)}+` : formatCount(count, lang)}
            </h3>
            <Facts
              facts={people
                .filter((one) => one.level === level)
                .map(({ name, since }, at) => ({ id: `${at}`, term: name, value: formatDate(since) }))}
            />
          </section>
        ))}
        {people.length > 0 && <p className="fine">{t('referral.newest')}</p>}
      </Card>
    </div>
  )
}
