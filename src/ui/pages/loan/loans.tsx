import type { LoanOffer, LoanStatistics } from '../../../api/money/loan.ts'
import { loanOverview } from '../../../machines/money/loans.ts'
import { useActorOf } from '../../app/actor-of.ts'
import { useReconnected } from '../../app/reconnected.ts'
import { useShown } from '../../app/shown.ts'
import { formatAmount, formatCount, formatPlain, formatPpm, formatTimeMs } from '../../format/format.ts'
import { useLabels } from '../../i18n/index.ts'
import { AsOf } from '../../lists/as-of.tsx'
import { GuideLink } from '../../lists/guide-link.tsx'
import { LoadFailure } from '../../lists/load-failure.tsx'
import { ShortDay } from '../../lists/short-day.tsx'
import { LinkButton } from '../../parts/buttons/button.tsx'
import { Card, Facts, Row } from '../../parts/lists/list.tsx'
import { Header, HeaderLink } from '../../parts/page/header.tsx'
import { Hero } from '../../parts/page/hero.tsx'
import { Sentences } from '../../parts/page/sentences.tsx'
import { Skeleton } from '../../parts/page/states.tsx'
import { ASSETS, LOAN_APPLY, LOAN_RECORDS, LOAN_TERMS } from '../../router/places.ts'
import { Money } from '../orders/figures.tsx'
import { Barred } from './barred.tsx'
import css from './loan.module.css'
import { useRate } from './rate.ts'

/** Loans: outstanding debt, costs, and how borrowing works. */
export function LoansPage() {
  const { t } = useLabels()
  const actor = useActorOf(loanOverview, {})
  const { overview, asOf, failed } = useShown(actor, (now) => ({
    overview: now.context.value,
    asOf: now.context.asOf,
    failed: now.hasTag('failed'),
  }))
  const retry = () => actor.send({ type: 'money.retry' })
  useReconnected(retry)
  return (
    <>
      <Header
        title={t('title.loan')}
        back={ASSETS}
        trailing={<HeaderLink to={LOAN_RECORDS}>{t('loan.yours')}</HeaderLink>}
      />
      <div className="page">
        {overview ? (
          <>
            <AsOf at={asOf} />
            <Owed statistics={overview.statistics} />
            <ShortDay seconds={overview.offer.daySeconds} />
            <p className="muted">{t('loan.intro')}</p>
            <Barred refusal={overview.offer.refusal} />
            {overview.offer.refusal === null && <LinkButton to={LOAN_APPLY}>{t('loan.apply')}</LinkButton>}
            <Costs offer={overview.offer} />
            <HowItWorks offer={overview.offer} />
            <Sums statistics={overview.statistics} />
            <GuideLink slug="loan" />
          </>
        ) : failed ? (
          <LoadFailure title={t('loan.deskFailed')} text={t('page.failedHint')} onRetry={retry} />
        ) : (
          <Skeleton shapes={['hero', 'button', 'row', 'row', 'row', 'row', 'row', 'card']} />
        )}
      </div>
    </>
  )
}

function Owed({ statistics: { unpaid, currency, nextDueAt, overdue } }: { statistics: LoanStatistics }) {
  const { t, lang } = useLabels()
  const note =
    overdue > 0
      ? t('loan.overdueOf', { count: overdue })
      : nextDueAt === null
        ? undefined
        : t('loan.nextDue', { date: formatTimeMs(nextDueAt) })
  return (
    <Hero
      label={t('loan.owed')}
      unit={currency}
      note={note === undefined ? undefined : overdue > 0 ? <span className="fall">{note}</span> : note}
    >
      {formatAmount(unpaid, 'exact', currency, lang)}
    </Hero>
  )
}

function Costs({ offer: { cycles, min, max, currency } }: { offer: LoanOffer }) {
  const { t, lang } = useLabels()
  const rateOf = useRate()
  return (
    <Card title={t('loan.costs')}>
      <Facts
        facts={[
          {
            term: t('amount.label'),
            value: t('amount.range', { min: formatPlain(min, lang), max: formatPlain(max, lang), currency }),
          },
          ...cycles.map(({ days, ratePpm }) => ({ term: t('day.count', { count: days }), value: rateOf(ratePpm) })),
        ]}
      />
    </Card>
  )
}

function HowItWorks({ offer }: { offer: LoanOffer }) {
  const { t, lang } = useLabels()
  const { documentDays, latePpm, lateCapPpm, collectAfterDays, agreement } = offer
  return (
    <Card title={t('loan.how')}>
      <ul className={css.how}>
        <li>{t('loan.howApply', { count: documentDays })}</li>
        <li>{t('loan.howDays')}</li>
        <li>{t('loan.order')}</li>
        <li>
          <Sentences>
            {t('loan.howLate', { rate: formatPpm(latePpm, lang), cap: formatPpm(lateCapPpm, lang) })}
            {t('loan.howTaken', { count: collectAfterDays })}
          </Sentences>
        </li>
        <li>{t('loan.howOwn')}</li>
        <li>{t('loan.howCover')}</li>
        <li>{t('loan.howHosting')}</li>
      </ul>
      <Row
        title={t('loan.agreement')}
        subtitle={t('document.version', { version: formatCount(agreement.version, lang) })}
        to={LOAN_TERMS}
        arrow
      />
    </Card>
  )
}

/** Totals of the user's loans, after the first one. */
function Sums({ statistics }: { statistics: LoanStatistics }) {
  const { t, lang } = useLabels()
  const { currency, open, settled, borrowed, paid, interestPaid, feePaid } = statistics
  if (open + settled === 0) return null
  const money = (amount: string) => <Money as="exact" amount={amount} currency={currency} />
  return (
    <Card title={t('loan.sums')}>
      <Facts
        facts={[
          { term: t('loan.openLoans'), value: formatCount(open, lang) },
          { term: t('loan.settledLoans'), value: formatCount(settled, lang) },
          { term: t('loan.borrowed'), value: money(borrowed) },
          { term: t('loan.paid'), value: money(paid) },
          { term: t('loan.interestPaid'), value: money(interestPaid) },
          { term: t('loan.feePaid'), value: money(feePaid) },
        ]}
      />
    </Card>
  )
}
