import { useSelector } from '@xstate/react'
import type { Invite, Referral, Referrals } from '../../../api/account/referral.ts'
import { loadReferral } from '../../../machines/user/referral.ts'
import { PEOPLE_MAX, referralShare } from '../../../rules/account/referral.ts'
import { currencyOf } from '../../../rules/money/currencies.ts'
import { formatMoney, parseMoney } from '../../../rules/money/money.ts'
import { sumOfShown } from '../../../rules/money/shown-amounts.ts'
import { monthOf } from '../../../rules/time/months.ts'
import { useActorOf } from '../../app/actor-of.ts'
import { useServices } from '../../app/services.ts'
import { formatAmount, formatBps, formatCount, formatDate, formatPlain } from '../../format/format.ts'
import { formatMonth } from '../../format/period.ts'
import { useZone } from '../../format/zone.ts'
import { useLabels } from '../../i18n/index.ts'
import { GuideLink } from '../../lists/guide-link.tsx'
import { LoadFirst } from '../../lists/load-first.tsx'
import { CopyButton } from '../../parts/buttons/copy-button.tsx'
import { Card, List, Row } from '../../parts/lists/list.tsx'
import { SumTable } from '../../parts/lists/sum-table.tsx'
import { QrCode } from '../../parts/marks/qr-code.tsx'
import { Hero } from '../../parts/page/hero.tsx'
import { Section } from '../../parts/page/section.tsx'
import css from './referral.module.css'
import { ShareButton } from './share-button.tsx'

/** Invitations: earnings, code, the sum of the shares, invited people, and the link. */
export function ReferralPage() {
  const load = useActorOf(loadReferral)
  const found = useSelector(load, ({ output }) => output)
  return found ? <Invitation {...found} /> : <LoadFirst load={load} shapes={['hero', 'card', 'row', 'row', 'row']} />
}

function Invitation({ invite, referrals }: Referral) {
  const { t } = useLabels()
  const { code, link, levels } = invite
  return (
    <div className="page">
      <Earned invite={invite} months={referrals.months} />
      <Card>
        <p className={css.line}>
          <span>
            <span className={css.label}>{t('account.invite')}</span>
            <span className={css.code}>{code}</span>
          </span>
          <CopyButton text={code} label={t('account.copyInvite')} />
        </p>
      </Card>
      <Shares invite={invite} />
      {levels.map(({ level }) => (
        <People key={level} level={level} people={referrals.people} />
      ))}
      <Months referrals={referrals} />
      <Section title={t('referral.link')}>
        <p className={css.line}>
          <span>{link}</span>
          <CopyButton text={link} label={t('referral.copyLink')} />
        </p>
        <QrCode text={link} label={t('referral.qr')} className={css.qr} />
      </Section>
      <ShareButton text={t('referral.shareText', { code })} url={link} />
      <GuideLink slug="referral" />
    </div>
  )
}

/** The earnings of this month and of all months. */
function Earned({ invite: { income }, months }: { invite: Invite; months: Referrals['months'] }) {
  const { t, lang } = useLabels()
  const { serverNow } = useServices()
  const { currency, total } = income
  const now = monthOf(Math.floor(serverNow() / 1_000), useZone())
  const { direct, indirect } = months.find(({ month }) => month === now) ?? { direct: '0', indirect: '0' }
  const exact = (amount: string) => formatAmount(amount, 'exact', currency, lang)
  return (
    <Hero
      label={t('referral.earned', { month: formatMonth(now, lang) })}
      unit={currency}
      note={t('referral.parts', { direct: exact(direct), indirect: exact(indirect), total: exact(total) })}
    >
      {exact(sumOfShown([direct, indirect], 'exact', currencyOf(currency)))}
    </Hero>
  )
}

/** The example income of a friend, as a decimal. */
const EXAMPLE = '100'

/** The share of each level and what it has paid; without invited people, an example. */
function Shares({ invite: { levels, income } }: { invite: Invite }) {
  const { t, lang } = useLabels()
  const { currency, total } = income
  const { scale } = currencyOf(currency)
  const exact = (amount: string) => formatAmount(amount, 'exact', currency, lang)
  const ofExample = (bps: number) => formatMoney(referralShare(parseMoney(EXAMPLE, scale) ?? 0n, bps), scale)
  const [first] = levels
  return (
    <Section title={t('sums.title')}>
      <SumTable
        label={t('sums.title')}
        columns={[t('referral.invited'), t('referral.share'), t('referral.you')]}
        rows={levels.map(({ level, people, bps, income: paid }) => ({
          id: String(level),
          name: t('referral.level', { level: formatCount(level, lang) }),
          note: t(`referral.by.${level}`, {
            people: people > PEOPLE_MAX ? `${formatCount(PEOPLE_MAX, lang)}+` : formatCount(people, lang),
          }),
          cells: [formatBps(bps, lang), exact(paid)],
        }))}
        total={{ name: t('referral.total'), value: `${exact(total)} ${currency}` }}
      />
      <p className={css.note}>
        {first?.people === 0 &&
          `${t('referral.example', {
            earned: `${formatPlain(EXAMPLE, lang)} ${currency}`,
            share: `${formatPlain(ofExample(first.bps), lang)} ${currency}`,
          })} `}
        {t('referral.sharesText')}
      </p>
    </Section>
  )
}

type PeopleProps = { level: Referrals['people'][number]['level']; people: Referrals['people'] }

/** The newest of a level, by masked names. */
function People({ level, people }: PeopleProps) {
  const { t, lang } = useLabels()
  const own = people.filter((one) => one.level === level)
  if (own.length === 0) return null
  const title = t('referral.newest', { level: formatCount(level, lang) })
  return (
    <Section title={title}>
      <List label={title} lined>
        {own.map(({ name, since }, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two people may have one masked name
          <li key={at}>
            <Row title={name} subtitle={t('referral.joined', { date: formatDate(since) })} />
          </li>
        ))}
      </List>
    </Section>
  )
}

/** The earnings of each month, newest first. */
function Months({ referrals: { months, currency } }: { referrals: Referrals }) {
  const { t, lang } = useLabels()
  if (months.length === 0) return null
  const exact = (amount: string) => formatAmount(amount, 'exact', currency, lang)
  return (
    <Section title={t('referral.months')}>
      <SumTable
        label={t('referral.months')}
        columns={[t('referral.month'), t('referral.direct'), t('referral.indirect'), t('referral.you')]}
        rows={months.map(({ month, direct, indirect }) => ({
          id: month,
          name: formatMonth(month, lang),
          cells: [exact(direct), exact(indirect), exact(sumOfShown([direct, indirect], 'exact', currencyOf(currency)))],
        }))}
      />
    </Section>
  )
}
