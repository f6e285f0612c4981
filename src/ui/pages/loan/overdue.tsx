import { useSelector } from '@xstate/react'
import type { Loan } from '../../../api/money/loan.ts'
import { type LoanActor, owedOf } from '../../../machines/money/loanOrder.ts'
import { currencyOf } from '../../../rules/money/currencies.ts'
import { formatMoney, parseMoney } from '../../../rules/money/money.ts'
import { useServices } from '../../app/services.ts'
import { formatAmount, formatPpm, formatTimeMs } from '../../format/format.ts'
import { useLabels } from '../../i18n/index.ts'
import { Facts } from '../../parts/lists/list.tsx'
import { Callout } from '../../parts/page/callout.tsx'
import { Section } from '../../parts/page/section.tsx'
import { Money } from '../orders/figures.tsx'
import { lateFrom } from './forecast.ts'

/** When the debt is taken, and how much. */
export function Taken({ actor, order }: { actor: LoanActor; order: Loan }) {
  const { t, lang } = useLabels()
  const { serverNow } = useServices()
  const available = useSelector(actor, ({ context }) => context.available)
  const { currency, dueAt, collectAfterDays, daySeconds } = order
  const at = (dueAt ?? 0) + collectAfterDays * daySeconds * 1_000
  const { scale } = currencyOf(currency)
  const then = formatMoney(owedOf(order).total + lateOf(order).collection, scale)
  return (
    <Callout tone="bad">
      {at > serverNow()
        ? t('loan.takenOn', {
            date: formatTimeMs(at),
            amount: formatAmount(then, 'pay', currency, lang),
            available: formatAmount(available, 'receive', currency, lang),
            currency,
          })
        : t('loan.howTaken', { count: collectAfterDays })}
    </Callout>
  )
}

const lateOf = (order: Loan) => {
  const minor = (amount: string) => parseMoney(amount, currencyOf(order.currency).scale) ?? 0n
  const [amount, principal, fee] = [minor(order.amount), minor(order.principal), minor(order.overdueFee)]
  return lateFrom({ ...order, amount, principal, fee })
}

/** The cost of waiting and its restrictions, once a loan is overdue. */
export function IfYouWait({ order }: { order: Loan }) {
  const { t, lang } = useLabels()
  const { currency, lateCapPpm } = order
  const { scale } = currencyOf(currency)
  const { day, cap } = lateOf(order)
  const money = (minor: bigint) => <Money as="pay" amount={formatMoney(minor, scale)} currency={currency} />
  return (
    <Section title={t('loan.ifWait')}>
      <Facts
        facts={[
          { term: t('loan.lateDay'), value: money(day) },
          {
            term: t('loan.lateMost'),
            value: (
              <>
                {formatPpm(lateCapPpm, lang)} · {money(cap)}
              </>
            ),
          },
          { term: t('loan.newLoans'), value: t('loan.newLoansNot') },
          { term: t('kind.withdrawals'), value: t('loan.withdrawalsBeyond') },
        ]}
      />
    </Section>
  )
}
