import { useSelector } from '@xstate/react'
import { useMemo } from 'react'
import { distinctUntilChanged, map, timer } from 'rxjs'
import type { ActorRefFrom } from 'xstate'
import type { PlanDay, PlanOrder } from '../../../api/money/plan.ts'
import { planOrderMachine } from '../../../machines/money/planOrder.ts'
import { can, hasEnded } from '../../../machines/orders/life.ts'
import { planMachine } from '../../../machines/orders/plan.ts'
import { formatMoney } from '../../../rules/money/money.ts'
import { leaveAt, planFee, planIncome } from '../../../rules/plan/plan.ts'
import { planMeanPpm } from '../../../rules/plan/term.ts'
import { useActorOf } from '../../app/actor-of.ts'
import { useServices } from '../../app/services.ts'
import { useShown } from '../../app/shown.ts'
import { directionOf, formatAmount, formatCount, formatPlain, formatTimeMs } from '../../format/format.ts'
import { FormFailure } from '../../forms/form-failure.tsx'
import { newRequestId } from '../../forms/request-id.ts'
import { useLabels } from '../../i18n/index.ts'
import { ShortDay } from '../../lists/short-day.tsx'
import { ConfirmAct } from '../../offers/confirm-act.tsx'
import { LoadedOrder, OrderSheet } from '../../offers/one-order.tsx'
import { useLatest } from '../../parts/bind.ts'
import { Button } from '../../parts/buttons/button.tsx'
import { Facts, Row } from '../../parts/lists/list.tsx'
import { Progress } from '../../parts/lists/progress.tsx'
import { Hero } from '../../parts/page/hero.tsx'
import { Section } from '../../parts/page/section.tsx'
import { ActionBar } from '../../parts/sheet/action-bar.tsx'
import { colours, Money, Net } from '../orders/figures.tsx'
import { dayText, formatRange, formatRate, formatTimes, isRunning, stateNames } from './labels.ts'
import { RateRow } from './rate-row.tsx'
import { canBeLost, daysLeft, incomeOf, minorOf, scale } from './sums.ts'

type OrderActor = ActorRefFrom<typeof planOrderMachine>

/** One plan order with its terms, days and end. `id`: null to show none. */
export function PlanOrderSheet({ id }: { id: string | null }) {
  const { t } = useLabels()
  return (
    <OrderSheet id={id} title={t('plan.order')}>
      {(known) => <Order id={known} />}
    </OrderSheet>
  )
}

function Order({ id }: { id: string }) {
  const { t } = useLabels()
  const actor = useActorOf(planOrderMachine, { id, newRequestId })
  const days = useSelector(actor, (now) => now.context.days)
  return (
    <LoadedOrder<PlanOrder> actor={actor} shapes={['hero', 'card', 'card']} failed={t('plan.orderFailed')}>
      {(order) => <Details actor={actor} order={order} days={days} />}
    </LoadedOrder>
  )
}

function Details({ actor, order, days }: { actor: OrderActor; order: PlanOrder; days: readonly PlanDay[] }) {
  const labels = useLabels()
  const { t, lang } = labels
  const { asking, isOld, failure } = useShown(actor, (now) => ({
    asking: now.hasTag('asking'),
    isOld: now.context.asOf !== null,
    failure: now.context.failure,
  }))
  const leave = useLeave(order)
  const { currency, state, amount } = order
  const exact = (text: string, sign = false) => formatAmount(text, 'exact', currency, lang, { sign })
  const income = formatMoney(incomeOf(order), scale)
  return (
    <>
      <Hero
        label={t('plan.principalAndIncome')}
        unit={currency}
        note={
          <>
            <span className={colours[directionOf(income)]}>{exact(income, true)}</span>{' '}
            {t('plan.on', { amount: exact(amount) })} · {dayText(order, labels) ?? t(stateNames[state])}
          </>
        }
      >
        {exact(formatMoney(minorOf(amount) + incomeOf(order), scale))}
      </Hero>
      <Running order={order} />
      <ShortDay seconds={order.daySeconds} />
      <Days order={order} days={days} />
      <Section title={t('plan.details')}>
        <Terms order={order} />
      </Section>
      <FormFailure failure={failure} />
      {asking && can(planMachine, state, { type: 'plan.terminate' }) ? (
        <Leaving actor={actor} order={order} leave={leave} />
      ) : (
        !hasEnded(planMachine, state) && !isOld && <AtStake actor={actor} order={order} leave={leave} />
      )}
    </>
  )
}

/** How far its term has come. */
function Running({ order }: { order: PlanOrder }) {
  const { t } = useLabels()
  const { serverNow } = useServices()
  const { startsAt, lockedUntil } = order
  if (!isRunning(order) || startsAt === null || lockedUntil === null) return null
  return (
    <Progress
      label={t('plan.lock')}
      value={Math.min(Math.max(serverNow() - startsAt, 0), lockedUntil - startsAt)}
      max={lockedUntil - startsAt}
      start={t('plan.since', { time: formatTimeMs(startsAt) })}
      end={t('plan.paidOut', { time: formatTimeMs(lockedUntil) })}
    />
  )
}

/** Its days so far, newest first, each with its verification; before them the one that runs. */
function Days({ order, days }: { order: PlanOrder; days: readonly PlanDay[] }) {
  const { t, lang } = useLabels()
  const { plan: pid, currency, lowPpm, highPpm, end, amount, firstDay, daysAccrued, startsAt, daySeconds } = order
  const runs = isRunning(order) && startsAt !== null && firstDay !== null && daysLeft(order) > 0
  if (!runs && days.length === 0) return null
  return (
    <Section title={t('plan.itsDays')}>
      {runs && (
        <Row
          title={t('plan.day', { day: formatCount(firstDay + daysAccrued, lang) })}
          subtitle={t('plan.until', { time: formatTimeMs(startsAt + (daysAccrued + 1) * daySeconds * 1_000) })}
          value={<span className="muted">{t('plan.notYet')}</span>}
        />
      )}
      {days.map(({ day, ratePpm, drawnAt }) => (
        <RateRow
          key={day}
          rate={{ pid, lowPpm, highPpm, end, day, ratePpm }}
          drawnAt={drawnAt}
          income={<Net net={formatMoney(planIncome(minorOf(amount), ratePpm), scale)} currency={currency} />}
        />
      ))}
    </Section>
  )
}

function Terms({ order }: { order: PlanOrder }) {
  const { t, lang } = useLabels()
  const { currency, state, startsAt, lockedUntil, settledAt, lowPpm, highPpm } = order
  const money = (amount: string, sign = false) => <Money as="exact" amount={amount} currency={currency} sign={sign} />
  const time = (term: string, at: number | null) => at !== null && { term, value: formatTimeMs(at) }
  const yearly = t('plan.inAYear', { times: formatTimes(planMeanPpm(order), lang) })
  return (
    <Facts
      facts={[
        { term: t('order.state'), value: t(stateNames[state]) },
        { term: t('plan.quantity'), value: money(order.amount) },
        { term: t('plan.profit'), value: money(formatMoney(incomeOf(order), scale), true) },
        { term: t('plan.total'), value: money(order.total, true) },
        { term: t('plan.dayIncome'), value: money(order.dayIncome, true) },
        minorOf(order.fee) > 0n && { term: t('plan.fee'), value: money(`-${order.fee}`, true) },
        { term: t('plan.estimatedRate'), value: `${formatRange(lowPpm, highPpm, lang)} · ${yearly}` },
        { term: t('plan.type'), value: t('plan.hosting') },
        { term: t('plan.lock'), value: t('day.count', { count: order.days }) },
        time(t('plan.applied'), order.appliedAt),
        time(t('plan.starts'), startsAt),
        time(t('plan.expires'), lockedUntil),
        time(t('order.endedAt'), settledAt),
        { term: t('plan.number'), value: <span className="number">{order.id}</span> },
      ]}
    />
  )
}

/** Why it cannot be ended early now. */
const whyStays = {
  pendingReview: 'plan.joinedText',
  inProgress: 'plan.lastDay',
  leaving: 'plan.leaving',
  ended: 'plan.ended',
  failed: 'plan.failed',
} as const satisfies Record<PlanOrder['state'], string>

/** The remaining possible loss, and how to end early. */
function AtStake({ actor, order, leave }: { actor: OrderActor; order: PlanOrder; leave: Leave }) {
  const { t, lang } = useLabels()
  const { amount, currency, lowPpm, feeBps } = order
  const fee = `${formatPlain(formatMoney(planFee(minorOf(amount), feeBps), scale), lang)} ${currency}`
  return (
    <ActionBar
      worst={{
        term: t('plan.canBeLost'),
        value: <Money as="exact" amount={formatMoney(canBeLost(order), scale)} currency={currency} />,
        isLoss: true,
      }}
      also={{
        term: t('plan.ifLeftWorst'),
        value: t('plan.rateOn', {
          rate: formatRate(lowPpm * daysLeft(order), lang),
          amount: formatAmount(amount, 'exact', currency, lang),
        }),
      }}
    >
      {can(planMachine, order.state, { type: 'plan.terminate' }) && leave !== null ? (
        <Button kind="quiet" onClick={() => actor.send({ type: 'plan.leave' })}>
          {t('plan.leaveFor', { fee })}
        </Button>
      ) : (
        <p className="fine">{t(whyStays[order.state])}</p>
      )}
    </ActionBar>
  )
}

type Leave = ReturnType<typeof leaveAt>

/** The result of ending it early now, by the server's clock. */
function useLeave(order: PlanOrder): Leave {
  const { serverNow } = useServices()
  const leave$ = useMemo(
    () =>
      timer(0, 1_000).pipe(
        map(() => leaveAt(order, serverNow())),
        distinctUntilChanged(),
      ),
    [order, serverNow],
  )
  return useLatest(leave$, leaveAt(order, serverNow()))
}

function Leaving({ actor, order, leave }: { actor: OrderActor; order: PlanOrder; leave: Leave }) {
  const { amount, feeBps, currency } = order
  const { t, lang } = useLabels()
  const fee = formatPlain(formatMoney(planFee(minorOf(amount), feeBps), scale), lang)
  return (
    <ConfirmAct
      actor={actor}
      text={t(leave === 'before' ? 'plan.leaveBeforeText' : 'plan.leaveText', { fee, currency })}
      confirm={t('plan.leaveNow', { fee, currency })}
      back={t('plan.stay')}
    />
  )
}
