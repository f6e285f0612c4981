import type { ActorRefFrom } from 'xstate'
import type { Savings } from '../../../api/money/savings.ts'
import { savingsOrderMachine } from '../../../machines/money/savingsOrder.ts'
import { currencyOf } from '../../../rules/money/currencies.ts'
import { formatMoney, isAbove, parseMoney } from '../../../rules/money/money.ts'
import { sumOfShown } from '../../../rules/money/shown-amounts.ts'
import { accruedInterest } from '../../../rules/savings/savings.ts'
import { useActorOf } from '../../app/actor-of.ts'
import { useServices } from '../../app/services.ts'
import { useShown } from '../../app/shown.ts'
import { formatAmount, formatDateMs, formatPlain, formatTimeMs } from '../../format/format.ts'
import { FormFailure } from '../../forms/form-failure.tsx'
import { newRequestId } from '../../forms/request-id.ts'
import { useLabels } from '../../i18n/index.ts'
import { ShortDay } from '../../lists/short-day.tsx'
import { ConfirmAct } from '../../offers/confirm-act.tsx'
import { LoadedOrder, OrderSheet } from '../../offers/one-order.tsx'
import { Button } from '../../parts/buttons/button.tsx'
import { Facts } from '../../parts/lists/list.tsx'
import { Hero } from '../../parts/page/hero.tsx'
import { Section } from '../../parts/page/section.tsx'
import { ActionBar } from '../../parts/sheet/action-bar.tsx'
import { Money } from '../orders/figures.tsx'
import { AtMaturity } from './at-maturity.tsx'
import { useRate } from './rate.ts'
import { TermProgress } from './term-progress.tsx'

type OrderActor = ActorRefFrom<typeof savingsOrderMachine>

/** One fixed-term deposit with its terms, renewal and early withdrawal. `id`: null to show none. */
export function SavingsSheet({ id }: { id: string | null }) {
  const { t } = useLabels()
  return (
    <OrderSheet id={id} title={t('savings.title')}>
      {(known) => <Deposit id={known} />}
    </OrderSheet>
  )
}

function Deposit({ id }: { id: string }) {
  const { t } = useLabels()
  const actor = useActorOf(savingsOrderMachine, { id, newRequestId })
  return (
    <LoadedOrder<Savings> actor={actor} shapes={['hero', 'card']} failed={t('savings.listFailed')}>
      {(order) => <Details actor={actor} order={order} />}
    </LoadedOrder>
  )
}

function Details({ actor, order }: { actor: OrderActor; order: Savings }) {
  const { t, lang } = useLabels()
  const { asking, choosing, isOld, failure } = useShown(actor, (now) => ({
    isOld: now.context.asOf !== null,
    asking: now.hasTag('asking'),
    choosing: now.hasTag('choosing'),
    failure: now.context.failure,
  }))
  const { currency, state, days, maturesAt, settledAt } = order
  const isRunning = state === 'running'
  const shown = (text: string) => formatAmount(text, 'receive', currency, lang)
  const interest = isRunning ? order.interest : order.earned
  const date = formatDateMs(settledAt ?? maturesAt)
  return (
    <>
      <Hero
        label={t(isRunning ? 'savings.on' : 'savings.gotOn', { date })}
        unit={currency}
        note={t('savings.sum', { principal: shown(order.amount), interest: shown(interest) })}
      >
        {shown(sumOfShown([order.amount, interest], 'receive', currencyOf(currency)))}
      </Hero>
      {isRunning ? (
        <TermProgress order={order} days />
      ) : (
        <p className="muted">
          {t(state === 'matured' ? 'savings.matured' : 'savings.cancelled')} · {t('day.count', { count: days })}
        </p>
      )}
      <ShortDay seconds={order.daySeconds} />
      <Sums order={order} />
      {isRunning && !isOld && (
        <AtMaturity
          renew={order.renew}
          busy={choosing}
          until={maturesAt}
          onChange={() => actor.send({ type: 'savings.turn' })}
        />
      )}
      <FormFailure failure={failure} />
      {isRunning && asking && (
        <ConfirmAct
          actor={actor}
          text={t('savings.cancelText', {
            amount: formatPlain(order.amount, lang),
            interest: shown(order.interest),
            currency,
          })}
          confirm={t('savings.cancelNow', { amount: formatPlain(order.amount, lang), currency })}
          back={t('savings.keep')}
        />
      )}
      {isRunning && !isOld && !asking && (
        <ActionBar
          worst={{
            term: t('savings.lose'),
            value: <Money as="receive" amount={order.interest} currency={currency} />,
            isLoss: true,
          }}
          also={{ term: t('savings.now'), value: shown(order.amount) }}
        >
          <Button kind="quiet" onClick={() => actor.send({ type: 'savings.cancel' })}>
            {t('savings.cancelThis', { amount: formatPlain(order.amount, lang), currency })}
          </Button>
        </ActionBar>
      )}
    </>
  )
}

function Sums({ order }: { order: Savings }) {
  const { t } = useLabels()
  const { serverNow } = useServices()
  const { currency, state, rateBps, interest, termAt, maturesAt, settledAt } = order
  const { scale } = currencyOf(currency)
  const money = (amount: string) => <Money as="receive" amount={amount} currency={currency} />
  const { year, day } = useRate()(rateBps)
  const accrued = accruedInterest(parseMoney(interest, scale) ?? 0n, order, serverNow())
  return (
    <Section title={t('sums.title')}>
      <Facts
        facts={[
          { term: t('savings.yearly'), value: `${year} · ${day}` },
          state === 'running' && { term: t('savings.accrued'), value: money(formatMoney(accrued, scale)) },
          { term: t('savings.interest'), value: money(interest) },
          isAbove(order.earned, '0') && { term: t('savings.earned'), value: money(order.earned) },
          { term: t('savings.began'), value: formatTimeMs(termAt) },
          { term: t('savings.ends'), value: formatTimeMs(settledAt ?? maturesAt) },
        ]}
      />
    </Section>
  )
}
