import { useSelector } from '@xstate/react'
import type { Loan } from '../../../api/money/loan.ts'
import { type LoanActor, loanOrderMachine } from '../../../machines/money/loanOrder.ts'
import { can } from '../../../machines/orders/life.ts'
import { loanMachine } from '../../../machines/orders/loan.ts'
import { useActorOf } from '../../app/actor-of.ts'
import { formatAmount, formatCount, formatTimeMs } from '../../format/format.ts'
import { newRequestId } from '../../forms/request-id.ts'
import { useLabels } from '../../i18n/index.ts'
import { ShortDay } from '../../lists/short-day.tsx'
import { isOrderId, LoadedOrder, NoOrder } from '../../offers/one-order.tsx'
import { Button } from '../../parts/buttons/button.tsx'
import { Card, Facts, Row } from '../../parts/lists/list.tsx'
import { Callout } from '../../parts/page/callout.tsx'
import { Header, HeaderLink } from '../../parts/page/header.tsx'
import { Hero } from '../../parts/page/hero.tsx'
import { ActionBar } from '../../parts/sheet/action-bar.tsx'
import { LOAN_RECORDS, LOAN_TERMS } from '../../router/places.ts'
import { placeOf, useQuery } from '../../router/router.ts'
import { Money } from '../orders/figures.tsx'
import { stateNames } from './labels.ts'
import { IfYouWait, Taken } from './overdue.tsx'
import { Payments } from './payments.tsx'
import { useRate } from './rate.ts'
import { RepaySheet } from './repay-sheet.tsx'
import { ToDueDate } from './to-due-date.tsx'

/** One loan. `?id=…` */
export function LoanPage() {
  const { t } = useLabels()
  const id = useQuery().get('id') ?? ''
  if (isOrderId(id)) return <Known key={id} id={id} />
  return (
    <>
      <Header title={t('product.loan')} back={LOAN_RECORDS} />
      <div className="page">
        <NoOrder />
      </div>
    </>
  )
}

function Known({ id }: { id: string }) {
  const { t, lang } = useLabels()
  const actor = useActorOf(loanOrderMachine, { id, newRequestId })
  const order = useSelector(actor, ({ context }) => context.order)
  return (
    <>
      <Header
        title={
          order
            ? t('loan.named', { amount: formatAmount(order.amount, 'exact', order.currency, lang) })
            : t('product.loan')
        }
        back={LOAN_RECORDS}
        trailing={
          order && <HeaderLink to={placeOf(LOAN_TERMS, { hash: order.agreement.hash })}>{t('loan.signed')}</HeaderLink>
        }
      />
      <div className="page">
        <LoadedOrder<Loan> actor={actor} shapes={['hero', 'button', 'card', 'card']} failed={t('loan.failed')}>
          {(known) => <Details actor={actor} order={known} />}
        </LoadedOrder>
      </div>
    </>
  )
}

function Details({ actor, order }: { actor: LoanActor; order: Loan }) {
  const { t, lang } = useLabels()
  const { currency, state, unpaid, amount, daySeconds } = order
  const isOwed = can(loanMachine, state, { type: 'loan.pay' })
  const isOld = useSelector(actor, ({ context }) => context.asOf !== null)
  return (
    <>
      <div role="status">
        <Hero label={t(heroOf(state))} unit={currency} note={<Note order={order} />}>
          {formatAmount(isOwed ? unpaid : amount, 'exact', currency, lang)}
        </Hero>
      </div>
      <ShortDay seconds={daySeconds} />
      {order.reason !== null && <Callout tone="bad">{t('review.reason', { reason: order.reason })}</Callout>}
      {state === 'overdue' && !isOld && <Taken actor={actor} order={order} />}
      {state === 'paidOut' && <ToDueDate order={order} />}
      {order.paidOutAt !== null && <Standing order={order} />}
      {state === 'overdue' && <IfYouWait order={order} />}
      <Payments actor={actor} currency={currency} />
      <Terms order={order} />
      {isOwed && !isOld && (
        <ActionBar fixed>
          <Button onClick={() => actor.send({ type: 'loan.repay' })}>{t('loan.repay')}</Button>
          <p className="fine">{t('loan.fine')}</p>
        </ActionBar>
      )}
      <RepaySheet actor={actor} />
    </>
  )
}

const heroOf = (state: Loan['state']) =>
  state === 'paidOut' ? 'loan.owedNow' : state === 'overdue' ? 'loan.overdue' : 'amount.label'

/** The parts of the debt, since when it is overdue, or the state. */
function Note({ order: { state, currency, principal, interestOwed, dueAt } }: { order: Loan }) {
  const { t, lang } = useLabels()
  const exact = (text: string) => formatAmount(text, 'exact', currency, lang)
  if (state === 'overdue') {
    return <strong className="fall">{t('loan.lateSince', { date: dueAt === null ? '' : formatTimeMs(dueAt) })}</strong>
  }
  if (state !== 'paidOut') return t(stateNames[state])
  return `${t('loan.withPrincipal', { principal: exact(principal) })} + ${t('loan.withInterest', { interest: exact(interestOwed) })}`
}

/** The components of the outstanding amount, which add up to it. */
function Standing({ order }: { order: Loan }) {
  const { t } = useLabels()
  const { currency } = order
  const money = (amount: string) => <Money as="exact" amount={amount} currency={currency} />
  return (
    <Card title={t('sums.title')}>
      <Facts
        facts={[
          { term: t('loan.principal'), value: money(order.principal) },
          { term: t('loan.interestOwed'), value: money(order.interestOwed) },
          { term: t('loan.lateFee'), value: money(order.feeOwed) },
          { term: <strong>{t('loan.owedNow')}</strong>, id: 'unpaid', value: <strong>{money(order.unpaid)}</strong> },
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
  const rateOf = useRate()
  const { currency, days, ratePpm, agreement } = order
  const money = (amount: string) => <Money as="exact" amount={amount} currency={currency} />
  const time = (term: string, at: number | null) => at !== null && { term, value: formatTimeMs(at) }
  return (
    <Card title={t('loan.terms')}>
      <Facts
        facts={[
          { term: t('amount.label'), value: money(order.amount) },
          { term: t('loan.cycle'), value: t('day.count', { count: days }) },
          { term: t('loan.rates'), value: rateOf(ratePpm) },
          { term: t('loan.interest'), value: money(order.interest) },
          { term: t('loan.total'), value: money(order.dueSum) },
          { term: t('loan.overdueFee'), value: money(order.overdueFee) },
          { term: t('loan.method'), value: t('loan.maturity') },
          time(t('loan.appliedAt'), order.appliedAt),
          time(t('loan.paidOutAt'), order.paidOutAt),
          time(t('loan.dueAt'), order.dueAt),
          time(t('order.endedAt'), order.settledAt),
          { term: t('loan.number'), value: <span className="number">{order.id}</span> },
        ]}
      />
      <Row
        title={t('loan.agreement')}
        subtitle={t('document.version', { version: formatCount(agreement.version, lang) })}
        to={placeOf(LOAN_TERMS, { hash: agreement.hash })}
        arrow
      />
    </Card>
  )
}
