import type { LoanOffer } from '../../../api/money/loan.ts'
import type { LoanSummary } from '../../../rules/loan/loan.ts'
import { useServices } from '../../app/services.ts'
import { formatBps, formatPpm } from '../../format/format.ts'
import { useLabels } from '../../i18n/index.ts'
import { Facts } from '../../parts/lists/list.tsx'
import { Money } from '../orders/figures.tsx'
import { formatMs } from './labels.ts'

/** All costs of a loan, including the worst case, above the button. */
export function Cost({ offer, days, summary }: { offer: LoanOffer; days: number; summary: LoanSummary }) {
  const { t, lang } = useLabels()
  const { serverNow } = useServices()
  const { currency, daySeconds, collectAfterDays, cycles } = offer
  const money = (amount: string) => <Money amount={amount} currency={currency} />
  const ratePpm = cycles.find((cycle) => cycle.days === days)?.ratePpm ?? 0
  const due = serverNow() + days * daySeconds * 1_000
  return (
    <>
      <Facts
        facts={[
          { id: 'rate', term: t('loan.dailyRate'), value: formatPpm(ratePpm, lang) },
          { id: 'yearly', term: t('loan.yearly'), value: formatBps(summary.yearlyBps, lang) },
          { id: 'interest', term: t('loan.interest'), value: money(summary.interest) },
          { id: 'total', term: t('loan.total'), value: money(summary.total) },
          { id: 'due', term: t('loan.dueIfNow'), value: formatMs(due) },
          { id: 'late', term: t('loan.lateDay'), value: money(summary.lateDay) },
          { id: 'lateMost', term: t('loan.lateMost'), value: money(summary.lateMost) },
          { id: 'most', term: t('loan.most'), value: <span className="fall">{money(summary.most)}</span> },
        ]}
      />
      <p className="fine">{t('loan.howTaken', { count: collectAfterDays })}</p>
    </>
  )
}
