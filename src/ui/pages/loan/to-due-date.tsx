import type { Loan } from '../../../api/money/loan.ts'
import { owedOf } from '../../../machines/money/loanOrder.ts'
import { currencyOf } from '../../../rules/money/currencies.ts'
import { formatMoney } from '../../../rules/money/money.ts'
import { formatDateMs } from '../../format/format.ts'
import { useLabels } from '../../i18n/index.ts'
import { Facts } from '../../parts/lists/list.tsx'
import { Progress } from '../../parts/lists/progress.tsx'
import { Money } from '../orders/figures.tsx'
import { untilDue } from './forecast.ts'
import { useRate } from './rate.ts'

/** The progress of the term, and the cost so far. */
export function ToDueDate({ order }: { order: Loan }) {
  const { t } = useLabels()
  const rateOf = useRate()
  const { currency, days, daysCounted, dueAt, ratePpm } = order
  const { scale } = currencyOf(currency)
  const { day, total } = untilDue(owedOf(order), order)
  const today = t('day.of', { day: Math.min(days, daysCounted), days })
  return (
    <>
      <Progress
        label={today}
        value={daysCounted}
        max={days}
        start={today}
        end={dueAt !== null && t('loan.dueOn', { date: formatDateMs(dueAt) })}
      />
      <Facts
        facts={[
          {
            term: t('loan.rates'),
            value: rateOf(ratePpm),
          },
          day > 0n && {
            term: t('loan.lateDay'),
            value: <Money as="pay" amount={formatMoney(day, scale)} currency={currency} />,
          },
          {
            term: t('loan.repayDue'),
            value: <Money as="pay" amount={formatMoney(total, scale)} currency={currency} />,
          },
        ]}
      />
    </>
  )
}
