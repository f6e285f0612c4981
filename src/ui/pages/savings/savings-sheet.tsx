import type { ActorRefFrom } from 'xstate'
import type { Savings } from '../../../api/money/savings.ts'
import { savingsOrderMachine } from '../../../machines/money/savingsOrder.ts'
import { useActorOf } from '../../app/actor-of.ts'
import { useShown } from '../../app/shown.ts'
import { formatBps, formatPlain, formatTimeMs } from '../../format/format.ts'
import { FormFailure } from '../../forms/form-failure.tsx'
import { newRequestId } from '../../forms/request-id.ts'
import { useLabels } from '../../i18n/index.ts'
import { ShortDay } from '../../lists/short-day.tsx'
import { ConfirmAct } from '../../offers/confirm-act.tsx'
import { LoadedOrder, OrderSheet } from '../../offers/one-order.tsx'
import { Button } from '../../parts/buttons/button.tsx'
import { Facts } from '../../parts/lists/list.tsx'
import { Money } from '../orders/figures.tsx'
import { stateKey } from './savings-list.tsx'

type OrderActor = ActorRefFrom<typeof savingsOrderMachine>

/** One fixed-term deposit with its terms, renewal and early withdrawal. `id`: null to show none. */
export function SavingsSheet({ id }: { id: string | null }) {
  const { t } = useLabels()
  return (
    <OrderSheet id={id} title={t('savings.one')}>
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
  const { asking, failure } = useShown(actor, (now) => ({
    asking: now.hasTag('asking'),
    failure: now.context.failure,
  }))
  const { currency, state } = order
  const amount = formatPlain(order.amount, lang)
  const money = (amount: string) => <Money amount={amount} currency={currency} />
  return (
    <>
      <ShortDay seconds={order.daySeconds} />
      <Facts
        facts={[
          { term: t('savings.state'), value: t(stateKey[state]) },
          { term: t('savings.amount'), value: money(order.amount) },
          { term: t('savings.term'), value: t('savings.days', { count: order.days }) },
          { term: t('savings.yearly'), value: formatBps(order.rateBps, lang) },
          { term: t('savings.interest'), value: money(order.interest) },
          { term: t('savings.earned'), value: money(order.earned) },
          { term: t('savings.began'), value: formatTimeMs(order.termAt) },
          { term: t('savings.ends'), value: formatTimeMs(order.settledAt ?? order.maturesAt) },
          state === 'running' && {
            term: t('savings.atEnd'),
            value: t(order.renew ? 'savings.again' : 'savings.payOut'),
          },
        ]}
      />
      <FormFailure failure={failure} />
      {state === 'running' &&
        (asking ? (
          <ConfirmAct
            actor={actor}
            text={t('savings.cancelText', { amount, interest: formatPlain(order.interest, lang), currency })}
            confirm={t('savings.cancelNow', { amount, currency })}
            back={t('savings.keep')}
          />
        ) : (
          <Acts actor={actor} order={order} />
        ))}
    </>
  )
}

function Acts({ actor, order: { renew } }: { actor: OrderActor; order: Savings }) {
  const { t } = useLabels()
  const { choosing } = useShown(actor, (now) => ({ choosing: now.hasTag('choosing') }))
  return (
    <>
      <Button kind="quiet" busy={choosing} onClick={() => actor.send({ type: 'savings.turn' })}>
        {t(renew ? 'savings.turnOff' : 'savings.turnOn')}
      </Button>
      <Button kind="plain" onClick={() => actor.send({ type: 'savings.cancel' })}>
        {t('savings.cancelThis')}
      </Button>
    </>
  )
}
