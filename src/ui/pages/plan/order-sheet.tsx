import { useMemo } from 'react'
import { distinctUntilChanged, map, timer } from 'rxjs'
import type { ActorRefFrom } from 'xstate'
import type { PlanDay, PlanOrder } from '../../../api/money/plan.ts'
import { planOrderMachine } from '../../../machines/money/planOrder.ts'
import { can } from '../../../machines/orders/life.ts'
import { planMachine } from '../../../machines/orders/plan.ts'
import { currencyOf } from '../../../rules/money/currencies.ts'
import { formatMoney, type Minor, parseSigned } from '../../../rules/money/money.ts'
import { findPlanTier, leaveAt, planFee, planIncome } from '../../../rules/plan/plan.ts'
import { planMeanPpm } from '../../../rules/plan/term.ts'
import { useActorOf } from '../../app/actor-of.ts'
import { useCameBack } from '../../app/reconnected.ts'
import { useServices } from '../../app/services.ts'
import { useShown } from '../../app/shown.ts'
import { formatPlain, formatTimeMs } from '../../format/format.ts'
import { FormFailure } from '../../forms/form-failure.tsx'
import { newRequestId } from '../../forms/request-id.ts'
import { useLabels } from '../../i18n/index.ts'
import { ShortDay } from '../../lists/short-day.tsx'
import { ConfirmAct } from '../../offers/confirm-act.tsx'
import { LoadedOrder, OrderSheet } from '../../offers/one-order.tsx'
import { useLatest } from '../../parts/bind.ts'
import { Button } from '../../parts/buttons/button.tsx'
import { Facts } from '../../parts/lists/list.tsx'
import { CountdownRing } from '../../parts/marks/countdown-ring.tsx'
import { Money } from '../orders/figures.tsx'
import { InAYear } from './in-a-year.tsx'
import { formatLeft, formatRange, formatTimes, stateNames } from './labels.ts'
import css from './plan.module.css'
import { RateRow } from './rate-row.tsx'

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
  const { days, failed } = useShown(actor, (now) => ({ days: now.context.days, failed: now.hasTag('failed') }))
  useCameBack(() => failed && actor.send({ type: 'order.retry' }))
  return (
    <LoadedOrder<PlanOrder> actor={actor} shapes={['hero', 'card', 'card']} failed={t('plan.orderFailed')}>
      {(order) => <Details actor={actor} order={order} days={days} />}
    </LoadedOrder>
  )
}

const minorOf = (amount: string, currency: string): Minor => parseSigned(amount, currencyOf(currency).scale) ?? 0n
function Details({ actor, order, days }: { actor: OrderActor; order: PlanOrder; days: readonly PlanDay[] }) {
  const { t, lang } = useLabels()
  const { serverNow } = useServices()
  const { asking, failure } = useShown(actor, (now) => ({
    asking: now.hasTag('asking'),
    failure: now.context.failure,
  }))
  const leave = useLeave(order)
  const { currency, state, startsAt, lockedUntil, settledAt, lowPpm, highPpm } = order
  const { scale } = currencyOf(currency)
  const money = (amount: string, sign = false) => <Money as="exact" amount={amount} currency={currency} sign={sign} />
  const profit = formatMoney(minorOf(order.total, currency) - minorOf(order.fee, currency), scale)
  const runs = state === 'inProgress' || state === 'leaving'
  const time = (term: string, at: number | null) => at !== null && { term, value: formatTimeMs(at) }
  return (
    <>
      {runs && startsAt !== null && lockedUntil !== null && (
        <div className={css.ring}>
          <CountdownRing
            from={startsAt}
            until={lockedUntil}
            serverNow={serverNow}
            figure={(left) => formatLeft(left, lang)}
            large
          />
          <p className={css.note}>{t('plan.leftOf', { count: order.days })}</p>
        </div>
      )}
      <ShortDay seconds={order.daySeconds} />
      <Facts
        facts={[
          { term: t('plan.state'), value: t(stateNames[state]) },
          { term: t('plan.profit'), value: money(profit, true) },
          { term: t('plan.total'), value: money(order.total, true) },
          { term: t('plan.dayIncome'), value: money(order.dayIncome, true) },
          minorOf(order.fee, currency) > 0n && { term: t('plan.fee'), value: money(`-${order.fee}`, true) },
          { term: t('plan.quantity'), value: money(order.amount) },
          {
            term: t('plan.estimatedRate'),
            value: (
              <>
                {formatRange(lowPpm, highPpm, lang)}
                <br />
                <span className="muted">{t('plan.inAYear', { times: formatTimes(planMeanPpm(order), lang) })}</span>
              </>
            ),
          },
          { term: t('plan.type'), value: t('plan.hosting') },
          { term: t('plan.lock'), value: t('plan.days', { count: order.days }) },
          time(t('plan.applied'), order.appliedAt),
          time(t('plan.starts'), startsAt),
          time(t('plan.expires'), lockedUntil),
          time(t('plan.endedAt'), settledAt),
          { term: t('plan.number'), value: <span className="number">{order.id}</span> },
        ]}
      />
      <InAYear plans={[{ lowPpm, highPpm, days: order.days, timesMax: findPlanTier(order.tier)?.timesMax ?? null }]} />
      {days.length > 0 && (
        <section className={css.part}>
          <h3 className={css.title}>{t('plan.itsDays')}</h3>
          {days.map(({ day, ratePpm }) => (
            <RateRow
              key={day}
              rate={{ pid: order.plan, lowPpm, highPpm, end: order.end, day, ratePpm }}
              more={<> · {money(formatMoney(planIncome(minorOf(order.amount, currency), ratePpm), scale), true)}</>}
            />
          ))}
        </section>
      )}
      <FormFailure failure={failure} />
      {can(planMachine, state, { type: 'plan.terminate' }) &&
        (asking ? (
          <Leaving actor={actor} order={order} leave={leave} />
        ) : (
          leave !== null && (
            <Button kind="quiet" onClick={() => actor.send({ type: 'plan.leave' })}>
              {t('plan.leave')}
            </Button>
          )
        ))}
    </>
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
  const cost = formatMoney(planFee(minorOf(amount, currency), feeBps), currencyOf(currency).scale)
  const fee = formatPlain(cost, lang)
  return (
    <ConfirmAct
      actor={actor}
      text={t(leave === 'before' ? 'plan.leaveBeforeText' : 'plan.leaveText', { fee, currency })}
      confirm={t('plan.leaveNow', { fee, currency })}
      back={t('plan.stay')}
    />
  )
}
