import { useActorRef } from '@xstate/react'
import { useEffect } from 'react'
import type { ActorRefFrom } from 'xstate'
import type { LeverOrder } from '../../../api/trade/lever.ts'
import {
  type ActForm,
  freeForMargin,
  judgeActNow,
  type LeverActName,
  type leverActMachine,
} from '../../../machines/trade/leverAct.ts'
import { sharePart } from '../../../rules/lever/acts.ts'
import { netIfReached } from '../../../rules/lever/figures.ts'
import { findContract } from '../../../rules/lever/terms.ts'
import { instrumentOf } from '../../../rules/market/instruments.ts'
import { currencyOf } from '../../../rules/money/currencies.ts'
import type { Role } from '../../../rules/money/shown-amounts.ts'
import { usePart } from '../../app/part.ts'
import { useServices } from '../../app/services.ts'
import { useShown } from '../../app/shown.ts'
import { formatBps, formatPlain } from '../../format/format.ts'
import { pairOf } from '../../format/instrument-names.ts'
import { Available, AvailableSoon } from '../../forms/available.tsx'
import { FormFailure, fieldError } from '../../forms/form-failure.tsx'
import { newRequestId } from '../../forms/request-id.ts'
import { useWords } from '../../i18n/index.ts'
import { Button } from '../../parts/buttons/button.tsx'
import { AmountField } from '../../parts/fields/amount-field.tsx'
import { Form } from '../../parts/fields/form.tsx'
import { ShareSlider } from '../../parts/fields/share-slider.tsx'
import { Facts } from '../../parts/lists/list.tsx'
import { Sheet } from '../../parts/sheet/sheet.tsx'
import { SheetFoot } from '../../parts/sheet/sheet-foot.tsx'
import { CONTRACTS } from '../../router/places.ts'
import { Money, PriceText } from '../orders/figures.tsx'
import { StopFields } from '../orders/stop-fields.tsx'
import { Uncertain } from '../orders/uncertain.tsx'
import { lever } from './part.ts'

type ActActor = ActorRefFrom<typeof leverActMachine>

/** `form`: initial values, such as a stop that was moved on the chart. */
type ActSheetProps = {
  act: LeverActName
  order: LeverOrder
  form?: Partial<ActForm>
  open: boolean
  onClose: () => void
}

/** The sheet for one act on a contract. Give each new one a key. */
export function ActSheet({ act, order, form, open, onClose }: ActSheetProps) {
  const { inspection } = useServices()
  const machines = usePart(lever)
  const { t } = useWords()
  const actor = useActorRef(machines.act, { input: { act, order, ...(form && { form }), newRequestId }, ...inspection })
  const { active, closable, uncertain } = useShown(actor, (now) => ({
    active: now.status === 'active',
    closable: now.can({ type: 'act.close' }),
    uncertain: now.hasTag('uncertain'),
  }))
  useEffect(() => {
    if (!active) onClose()
  }, [active, onClose])
  return (
    <Sheet
      open={open && active}
      locked={active && !closable}
      onClose={() => actor.send({ type: 'act.close' })}
      title={t(`lever.act.${act}`)}
      description={`${pairOf(order.symbol)} · ${t(`lever.direction.${order.direction}`)} ${order.leverage}×`}
    >
      {uncertain ? (
        <Uncertain sending={actor} orders={CONTRACTS} onCheck={() => actor.send({ type: 'act.checkNow' })} />
      ) : (
        <ActFields actor={actor} />
      )}
    </Sheet>
  )
}

function ActFields({ actor }: { actor: ActActor }) {
  const { t } = useWords()
  const { context, pending, possible } = useShown(actor, (now) => ({
    context: now.context,
    pending: now.hasTag('pending'),
    possible: now.can({ type: 'act.confirm' }),
  }))
  const { act, failure } = context
  const { errors } = judgeActNow[act](context)
  const Fields = fields[act]
  return (
    <Form
      label={t(`lever.act.${act}`)}
      found={failure?.refusal ?? errors}
      onSubmit={() => actor.send({ type: 'act.confirm' })}
    >
      <Fields context={context} change={(change) => actor.send({ type: 'act.change', change })} />
      <FormFailure failure={failure} />
      <SheetFoot note={t(`lever.${act}Note`)}>
        <Button type="submit" busy={pending} disabled={!possible}>
          <Words context={context} />
        </Button>
      </SheetFoot>
    </Form>
  )
}

type Context = ReturnType<ActActor['getSnapshot']>['context']
type FieldsProps = { context: Context; change: (change: Partial<ActForm>) => void }

const fields = { close: CloseFields, stops: StopsFields, margin: MarginFields, cancel: CancelFields }

/** The button's label: the whole act. */
function Words({ context }: { context: Context }) {
  const { t, lang } = useWords()
  const { act, order, form } = context
  const { base } = instrumentOf(order.symbol)
  if (act === 'close') return t('lever.doClose', { quantity: formatPlain(form.quantity || '0', lang), currency: base })
  if (act === 'margin')
    return t('lever.doAdd', { amount: formatPlain(form.amount || '0', lang), currency: order.currency })
  return t(act === 'stops' ? 'lever.doStops' : 'lever.doCancel')
}

function CloseFields({ context, change }: FieldsProps) {
  const { t, lang } = useWords()
  const { order, form, failure } = context
  const { errors, summary } = judgeActNow.close(context)
  const { base, quantityScale } = instrumentOf(order.symbol)
  const share = Math.min(100, Math.round((Number(form.quantity) / Number(order.quantity)) * 100) || 0)
  const money = (as: Role, amount: string | undefined) =>
    amount === undefined ? '–' : <Money as={as} amount={amount} currency={order.currency} sign={as === 'result'} />
  return (
    <>
      <div>
        <AmountField
          label={t('lever.quantity')}
          hint={t('lever.closeHint', { quantity: formatPlain(order.quantity, lang), currency: base })}
          error={fieldError({ errors, failure }, 'quantity', form.quantity)}
          value={form.quantity}
          onChange={(quantity) => change({ quantity })}
          measure={{ code: base, scale: quantityScale, shown: quantityScale }}
          most={order.quantity}
        />
        <ShareSlider
          label={t('lever.share')}
          share={share}
          words={formatBps(share * 100, lang)}
          onChange={(next) => change({ quantity: sharePart(order, findContract(order.symbol)?.unit ?? '1', next) })}
        />
      </div>
      <Facts
        facts={[
          {
            id: 'price',
            term: t('lever.priceAbout'),
            value: <PriceText symbol={order.symbol} price={context.now.price || null} />,
          },
          { id: 'profit', term: t('lever.profit'), value: money('result', summary?.profit) },
          { id: 'fee', term: t('lever.closeFee'), value: money('pay', summary?.fee) },
          { id: 'back', term: t('lever.backAbout'), value: money('receive', summary?.payout) },
        ]}
      />
    </>
  )
}

function StopsFields({ context, change }: FieldsProps) {
  const { t } = useWords()
  const { order, form, failure, now } = context
  const { errors } = judgeActNow.stops(context)
  const price = (text: string | null) => <PriceText symbol={order.symbol} price={text} />
  return (
    <>
      <StopFields
        symbol={order.symbol}
        direction={order.direction}
        end={order.liquidationPrice}
        values={form}
        currency={order.currency}
        netAt={(at) => netIfReached(order, at)}
        wrong={(field) => fieldError({ errors, failure }, field)}
        onChange={change}
      />
      <Facts
        facts={[
          { id: 'entry', term: t('orders.entry'), value: price(order.dealPrice) },
          { id: 'now', term: t('orders.now'), value: price(now.price || null) },
          { id: 'liquidation', term: t('lever.liquidation'), value: price(order.liquidationPrice) },
        ]}
      />
    </>
  )
}

function MarginFields({ context, change }: FieldsProps) {
  const { t } = useWords()
  const { order, form, failure, cover } = context
  const available = freeForMargin(context)
  const { errors, summary } = judgeActNow.margin(context)
  const price = (text: string | null) =>
    text === null ? t('lever.none') : <PriceText symbol={order.symbol} price={text} />
  const currency = currencyOf(order.currency)
  return (
    <>
      <AmountField
        label={t('lever.margin')}
        hint={
          available === null ? (
            <AvailableSoon currency={order.currency} />
          ) : (
            <Available currency={order.currency} available={available} cover={cover} />
          )
        }
        error={form.amount === '' ? undefined : fieldError({ errors, failure }, 'amount')}
        value={form.amount}
        onChange={(amount) => change({ amount })}
        measure={currency}
        most={available ?? undefined}
      />
      <Facts
        facts={[
          { id: 'now', term: t('lever.liquidation'), value: price(order.liquidationPrice) },
          { id: 'then', term: t('lever.liquidationThen'), value: summary ? price(summary.liquidation) : '–' },
        ]}
      />
    </>
  )
}

function CancelFields({ context: { order } }: FieldsProps) {
  const { t } = useWords()
  return (
    <Facts
      facts={[
        { id: 'limit', term: t('lever.limitPrice'), value: <PriceText symbol={order.symbol} price={order.price} /> },
        {
          id: 'held',
          term: t('lever.reserve'),
          value: <Money as="exact" amount={order.reserve} currency={order.currency} />,
        },
      ]}
    />
  )
}
