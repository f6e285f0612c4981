import type { Loan } from '../../../api/money/loan.ts'
import { type LoanActor, loanOrderMachine } from '../../../machines/money/loanOrder.ts'
import { can } from '../../../machines/orders/life.ts'
import { loanMachine } from '../../../machines/orders/loan.ts'
import { yearlyBps } from '../../../rules/loan/loan.ts'
import { useActorOf } from '../../app/actor-of.ts'
import { formatAmount, formatBps, formatCount, formatPpm, formatTimeMs } from '../../format/format.ts'
import { newRequestId } from '../../forms/request-id.ts'
import { useLabels } from '../../i18n/index.ts'
import { ShortDay } from '../../lists/short-day.tsx'
import { isOrderId, LoadedOrder, NoOrder } from '../../offers/one-order.tsx'
import { Button } from '../../parts/buttons/button.tsx'
import { Card, Facts, Row } from '../../parts/lists/list.tsx'
import { Callout } from '../../parts/page/callout.tsx'
import { Header } from '../../parts/page/header.tsx'
import { Hero } from '../../parts/page/hero.tsx'
import { LOAN_RECORDS, LOAN_TERMS } from '../../router/places.ts'
import { placeOf, useQuery } from '../../router/router.ts'
import { Money } from '../orders/figures.tsx'
import { stateNames } from './labels.ts'
import { Payments } from './payments.tsx'
import { RepaySheet } from './repay-sheet.tsx'

/** One loan. `?id=…` */
export function LoanPage() {
  const { t } = useLabels()
  const id = useQuery().get('id') ?? ''
  return (
    <>
      <Header title={t('loan.one')} back={LOAN_RECORDS} />
      <div className="page">{isOrderId(id) ? <Known key={id} id={id} /> : <NoOrder />}</div>
    </>
  )
}

function Known({ id }: { id: string }) {
  const { t } = useLabels()
  const actor = useActorOf(loanOrderMachine, { id, newRequestId })
  return (
    <LoadedOrder<Loan> actor={actor} shapes={['hero', 'button', 'card', 'card']} failed={t('loan.failed')}>
      {(order) => <Details actor={actor} order={order} />}
    </LoadedOrder>
  )
}

function Details({ actor, order }: { actor: LoanActor; order: Loan }) {
  const { t, lang } = useLabels()
  const { currency, state, unpaid, amount, daySeconds } = order
  const isOwed = can(loanMachine, state, { type: 'loan.pay' })
  return (
    <>
      <ShortDay seconds={daySeconds} />
      <div role="status">
        <Hero
          label={t(isOwed ? 'loan.unpaid' : 'loan.amount')}
          unit={currency}
          note={state === 'overdue' ? <strong className="fall">{t(stateNames[state])}</strong> : t(stateNames[state])}
        >
          {formatAmount(isOwed ? unpaid : amount, 'exact', currency, lang)}
        </Hero>
      </div>
      {order.reason !== null && <Callout tone="bad">{t('loan.reason', { reason: order.reason })}</Callout>}
      {state === 'overdue' && <Late order={order} />}
      {isOwed && <Button onClick={() => actor.send({ type: 'loan.repay' })}>{t('loan.repay')}</Button>}
      {order.paidOutAt !== null && <Standing order={order} />}
      <Terms order={order} />
      <Payments actor={actor} currency={currency} />
      <RepaySheet actor={actor} />
    </>
  )
}

function Late({ order: { dueAt, latePpm, lateCapPpm, collectAfterDays } }: { order: Loan }) {
  const { t, lang } = useLabels()
  return (
    <Callout tone="bad">
      {t('loan.lateSince', { date: dueAt === null ? '' : formatTimeMs(dueAt) })}{' '}
      {t('loan.howLate', { rate: formatPpm(latePpm, lang), cap: formatPpm(lateCapPpm, lang) })}{' '}
      {t('loan.howTaken', { count: collectAfterDays })}
    </Callout>
  )
}

/** The outstanding amount, by component. */
function Standing({ order }: { order: Loan }) {
  const { t } = useLabels()
  const { currency } = order
  const money = (amount: string) => <Money amount={amount} currency={currency} />
  return (
    <Card title={t('loan.standing')}>
      <Facts
        facts={[
          { term: t('loan.feeOwed'), value: money(order.feeOwed) },
          { term: t('loan.interestOwed'), value: money(order.interestOwed) },
          { term: t('loan.principal'), value: money(order.principal) },
          { term: t('loan.unpaid'), value: money(order.unpaid) },
          { term: t('loan.paid'), value: money(order.paid) },
        ]}
      />
      <p className="fine">{t('loan.order')}</p>
    </Card>
  )
}

/** The agreed terms, and the times of each step. */
function Terms({ order }: { order: Loan }) {
  const { t, lang } = useLabels()
  const { currency, days, ratePpm, agreement } = order
  const money = (amount: string) => <Money amount={amount} currency={currency} />
  const time = (term: string, at: number | null) => at !== null && { term, value: formatTimeMs(at) }
  return (
    <Card title={t('loan.terms')}>
      <Facts
        facts={[
          { term: t('loan.amount'), value: money(order.amount) },
          { term: t('loan.cycle'), value: t('loan.days', { count: days }) },
          { term: t('loan.dailyRate'), value: formatPpm(ratePpm, lang) },
          { term: t('loan.yearly'), value: formatBps(yearlyBps(ratePpm), lang) },
          { term: t('loan.interest'), value: money(order.interest) },
          { term: t('loan.total'), value: money(order.dueSum) },
          { term: t('loan.overdueFee'), value: money(order.overdueFee) },
          { term: t('loan.method'), value: t('loan.maturity') },
          time(t('loan.appliedAt'), order.appliedAt),
          time(t('loan.paidOutAt'), order.paidOutAt),
          time(t('loan.dueAt'), order.dueAt),
          time(t('loan.endedAt'), order.settledAt),
          { term: t('loan.number'), value: <span className="number">{order.id}</span> },
        ]}
      />
      <Row
        title={t('loan.agreement')}
        subtitle={t('loan.version', { version: formatCount(agreement.version, lang) })}
        to={placeOf(LOAN_TERMS, { hash: agreement.hash })}
        arrow
      />
    </Card>
  )
}
