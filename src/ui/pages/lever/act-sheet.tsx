import type { LeverOrder } from '../../../api/trade/lever.ts'
import {
  freeForMargin,
  type LeverActContext,
  type LeverActName,
  leverActMachine,
  validateActNow,
} from '../../../machines/trade/leverAct.ts'
import type { ActForm } from '../../../machines/trade/positionAct.ts'
import { netIfReached } from '../../../rules/lever/figures.ts'
import { findContract } from '../../../rules/lever/terms.ts'
import { instrumentOf } from '../../../rules/market/instruments.ts'
import { currencyOf } from '../../../rules/money/currencies.ts'
import { useActorOf } from '../../app/actor-of.ts'
import { formatPlain } from '../../format/format.ts'
import { pairOf } from '../../format/instrument-names.ts'
import { Available, AvailableSoon } from '../../forms/available.tsx'
import { fieldError } from '../../forms/form-failure.tsx'
import { newRequestId } from '../../forms/request-id.ts'
import { useLabels } from '../../i18n/index.ts'
import { AmountField } from '../../parts/fields/amount-field.tsx'
import { Facts } from '../../parts/lists/list.tsx'
import { CONTRACTS } from '../../router/places.ts'
import { figuresOf } from '../orders/figures.tsx'
import type { Labels } from '../orders/order-facts.ts'
import { PartField } from '../orders/part-field.tsx'
import { PositionActSheet, StopsOfPosition } from '../orders/position-act-sheet.tsx'
import { RestingFacts } from '../orders/resting-facts.tsx'
import { leveragedSide } from '../orders/sides.ts'

/** `form`: initial values, such as a stop that was moved on the chart. */
type ActSheetProps = {
  act: LeverActName
  order: LeverOrder
  form?: Partial<ActForm>
  open: boolean
  onClose: () => void
}

/** The sheet for one act on a contract. Give each new one a key. */
export function ActSheet({ act, order, form, ...sheet }: ActSheetProps) {
  const words = useLabels()
  const { t } = words
  const Fields = fields[act]
  const actor = useActorOf(leverActMachine, { act, order, ...(form && { form }), newRequestId })
  return (
    <PositionActSheet<LeverActContext>
      {...sheet}
      actor={actor}
      orders={CONTRACTS}
      title={t(`lever.act.${act}`)}
      description={`${pairOf(order.symbol)} · ${leveragedSide('lever', order, words).text}`}
      note={t(`lever.${act}Note`)}
      contents={(context, change) => ({
        errors: validateActNow[act](context).errors,
        button: labelOf(context, words),
        fields: <Fields context={context} change={change} />,
      })}
    />
  )
}

type FieldsProps = { context: LeverActContext; change: (change: Partial<ActForm>) => void }

const fields = {
  close: CloseFields,
  stops: StopsFields,
  margin: MarginFields,
  cancel: ({ context: { order } }: FieldsProps) => <RestingFacts order={order} />,
}

/** The button's label: the whole act. */
function labelOf({ act, order, form }: LeverActContext, { t, lang }: Labels): string {
  const { base } = instrumentOf(order.symbol)
  if (act === 'close') return t('lever.doClose', { quantity: formatPlain(form.quantity || '0', lang), currency: base })
  if (act === 'margin')
    return t('lever.doAdd', { amount: formatPlain(form.amount || '0', lang), currency: order.currency })
  return t(act === 'stops' ? 'lever.act.stops' : 'lever.act.cancel')
}

function CloseFields({ context, change }: FieldsProps) {
  const { t, lang } = useLabels()
  const { order, form, failure, now } = context
  const { errors, summary } = validateActNow.close(context)
  const { base, quantityScale } = instrumentOf(order.symbol)
  const { money, signed, price } = figuresOf(order, 'pay')
  return (
    <>
      <PartField
        label={t('lever.quantity')}
        hint={t('lever.closeHint', { quantity: formatPlain(order.quantity, lang), currency: base })}
        error={fieldError({ errors, failure }, 'quantity', form.quantity)}
        value={form.quantity}
        open={order.quantity}
        unit={findContract(order.symbol)?.unit ?? '1'}
        measure={{ code: base, scale: quantityScale }}
        onChange={(quantity) => change({ quantity })}
      />
      <Facts
        facts={[
          { term: t('lever.lastPrice'), value: price(now.price) },
          { term: t('lever.profit'), value: signed(summary?.profit, 'result') },
          { term: t('lever.closeFee'), value: money(summary?.fee) },
          { term: t('lever.backAbout'), value: money(summary?.payout, 'receive') },
        ]}
      />
    </>
  )
}

function StopsFields({ context, change }: FieldsProps) {
  const { t } = useLabels()
  const { order } = context
  return (
    <StopsOfPosition
      {...{ context, change }}
      end={{ term: t('lever.liquidation'), price: order.liquidationPrice }}
      netAt={(at) => netIfReached(order, at)}
    />
  )
}

function MarginFields({ context, change }: FieldsProps) {
  const { t } = useLabels()
  const { order, form, failure, cover } = context
  const { currency, liquidationPrice } = order
  const available = freeForMargin(context)
  const { errors, summary } = validateActNow.margin(context)
  const { price } = figuresOf(order, 'pay')
  const level = (at: string | null) => (at === null ? t('lever.none') : price(at))
  return (
    <>
      <AmountField
        label={t('lever.margin')}
        hint={
          available === null ? <AvailableSoon currency={currency} /> : <Available {...{ currency, available, cover }} />
        }
        error={form.amount === '' ? undefined : fieldError({ errors, failure }, 'amount')}
        value={form.amount}
        onChange={(amount) => change({ amount })}
        measure={currencyOf(currency)}
        most={available ?? undefined}
      />
      <Facts
        facts={[
          { term: t('lever.liquidation'), value: level(liquidationPrice) },
          { term: t('lever.liquidationThen'), value: summary ? level(summary.liquidation) : '–' },
        ]}
      />
    </>
  )
}
