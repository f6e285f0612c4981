import type { LoanOffer } from '../../../api/money/loan.ts'
import type { LoanSummary } from '../../../rules/loan/loan.ts'
import { useServices } from '../../app/services.ts'
import { formatBps, formatPpm, formatTimeMs } from '../../format/format.ts'
import { useLabels } from '../../i18n/index.ts'
import { Facts } from '../../parts/lists/list.tsx'
import { Money } from '../orders/figures.tsx'

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
          { term: t('loan.dailyRate'), value: formatPpm(ratePpm, lang) },
          { term: t('loan.yearly'), value: formatBps(summary.yearlyBps, lang) },
          { term: t('loan.interest'), value: money(summary.interest) },
          { term: t('loan.total'), value: money(summary.total) },
          { term: t('loan.dueIfNow'), value: formatTimeMs(due) },
          { term: t('loan.lateDay'), value: money(summary.lateDay) },
          { term: t('loan.lateMost'), value: money(summary.lateMost) },
          { term: t('loan.most'), value: <span className="fall">{money(summary.most)}</span> },
        ]}
      />
      <p className="fine">{t('loan.howTaken', { count: collectAfterDays })}</p>
    </>
  )
}
