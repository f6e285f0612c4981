import type { ForexOrder } from '../../../api/trade/forex.ts'
import {
  type ForexActContext,
  type ForexActName,
  forexActMachine,
  validateLotsNow,
} from '../../../machines/trade/forexAct.ts'
import type { ActForm } from '../../../machines/trade/positionAct.ts'
import { LOT_SCALE, LOT_UNIT } from '../../../rules/forex/pairs.ts'
import { nextOpen } from '../../../rules/market/hours.ts'
import { instrumentOf } from '../../../rules/market/instruments.ts'
import { useActorOf } from '../../app/actor-of.ts'
import { useServices } from '../../app/services.ts'
import { formatWeekday } from '../../format/format.ts'
import { pairOf } from '../../format/instrument-names.ts'
import { fieldError } from '../../forms/form-failure.tsx'
import { newRequestId } from '../../forms/request-id.ts'
import { useLabels } from '../../i18n/index.ts'
import { Facts } from '../../parts/lists/list.tsx'
import { Callout } from '../../parts/page/callout.tsx'
import { FOREX_ORDERS } from '../../router/places.ts'
import { useClosed } from '../market/use-closed.ts'
import { figuresOf } from '../orders/figures.tsx'
import { PartField } from '../orders/part-field.tsx'
import { PositionActSheet, StopsOfPosition } from '../orders/position-act-sheet.tsx'
import { RestingFacts } from '../orders/resting-facts.tsx'
import { lotsText, pipsBetween } from './labels.ts'
import { netIfClosed } from './profit.ts'

/** `form`: initial values, such as a stop that was moved on the chart. */
type ActSheetProps = {
  act: ForexActName
  order: ForexOrder
  form?: Partial<ActForm>
  open: boolean
  onClose: () => void
}

/** The sheet for one act on a position in lots. Give each new one a key. */
export function ActSheet({ act, order, form, ...sheet }: ActSheetProps) {
  const words = useLabels()
  const { t } = words
  const Fields = fields[act]
  const actor = useActorOf(forexActMachine, { act, order, ...(form && { form }), newRequestId })
  return (
    <PositionActSheet<ForexActContext>
      {...sheet}
      actor={actor}
      orders={FOREX_ORDERS}
      title={t(`lever.act.${act}`)}
      description={`${pairOf(order.symbol)} · ${lotsText(order.openLots, words)}`}
      note={t(notes[act])}
      contents={(context, change) => ({
        errors: validateLotsNow[act](context).errors,
        button:
          act === 'close'
            ? t('forex.doClose', { lots: lotsText(context.form.quantity || '0', words) })
            : t(`lever.act.${act}`),
        fields: <Fields {...{ context, change }} />,
      })}
    />
  )
}

type FieldsProps = { context: ForexActContext; change: (change: Partial<ActForm>) => void }

const fields = {
  close: CloseFields,
  stops: StopsFields,
  cancel: ({ context: { order } }: FieldsProps) => <RestingFacts order={order} />,
}

const notes = { close: 'forex.expectedNote', stops: 'lever.stopsNote', cancel: 'lever.cancelNote' } as const

function CloseFields({ context, change }: FieldsProps) {
  const { serverNow } = useServices()
  const words = useLabels()
  const { t, lang } = words
  const { order, form, failure, now } = context
  const { errors, summary } = validateLotsNow.close(context)
  const instrument = instrumentOf(order.symbol)
  const closed = useClosed(instrument)
  const { money, signed, price } = figuresOf(order, 'receive')
  return (
    <>
      <PartField
        label={t('forex.lots')}
        hint={t('forex.closeHint', { lots: lotsText(order.openLots, words) })}
        error={fieldError({ errors, failure }, 'quantity', form.quantity)}
        value={form.quantity}
        open={order.openLots}
        unit={LOT_UNIT}
        measure={{ code: t('forex.lot'), scale: LOT_SCALE }}
        onChange={(quantity) => change({ quantity })}
      />
      <Facts
        facts={[
          { term: t('lever.lastPrice'), value: price(now.price) },
          { term: t('lever.profit'), value: signed(summary?.profit, 'result') },
          { term: t('forex.expected'), value: money(summary?.payout) },
        ]}
      />
      {closed && (
        <Callout>
          {t('forex.closesLater', { time: formatWeekday(nextOpen(instrument.kind, serverNow()), lang) })}
        </Callout>
      )}
    </>
  )
}

function StopsFields({ context, change }: FieldsProps) {
  const words = useLabels()
  const { order } = context
  return (
    <StopsOfPosition
      {...{ context, change }}
      end={{ term: words.t('forex.stopOut'), price: order.stopOut }}
      netAt={(at) => netIfClosed(order, at)}
      away={(from, to) => pipsBetween(order.symbol, from, to, words)}
    />
  )
}
