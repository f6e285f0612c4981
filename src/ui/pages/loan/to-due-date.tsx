import type { Loan } from '../../../api/money/loan.ts'
import { owedOf } from '../../../machines/money/loanOrder.ts'
import { interestSpared, yearlyBps } from '../../../rules/loan/loan.ts'
import { currencyOf } from '../../../rules/money/currencies.ts'
import { formatMoney, mulDiv } from '../../../rules/money/money.ts'
import { formatBps, formatDate, formatPpm } from '../../format/format.ts'
import { useLabels } from '../../i18n/index.ts'
import { Facts } from '../../parts/lists/list.tsx'
import { Progress } from '../../parts/lists/progress.tsx'
import { Money } from '../orders/figures.tsx'

/** The progress of the term, and the cost so far. */
export function ToDueDate({ order }: { order: Loan }) {
  const { t, lang } = useLabels()
  const { currency, days, daysCounted, dueAt, ratePpm } = order
  const { scale } = currencyOf(currency)
  const { principal, total } = owedOf(order)
  const left = interestSpared(principal, order)
  const day = mulDiv(principal, BigInt(ratePpm), 1_000_000n, 'up')
  const today = t('loan.dayOf', { day: Math.min(days, daysCounted), days })
  return (
    <>
      <Progress
        label={today}
        value={daysCounted}
        max={days}
        start={today}
        end={dueAt !== null && t('loan.dueOn', { date: formatDate(Math.floor(dueAt / 1_000)) })}
      />
      <Facts
        facts={[
          {
            term: t('loan.rates'),
            value: `${t('loan.rateDay', { rate: formatPpm(ratePpm, lang) })} · ${t('loan.rateYear', { rate: formatBps(yearlyBps(ratePpm), lang) })}`,
          },
          left > 0n && {
            term: t('loan.lateDay'),
            value: <Money as="pay" amount={formatMoney(day, scale)} currency={currency} />,
          },
          {
            term: t('loan.repayDue'),
            value: <Money as="pay" amount={formatMoney(total + left, scale)} currency={currency} />,
          },
        ]}
      />
    </>
  )
}
