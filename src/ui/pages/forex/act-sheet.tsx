import type { ForexOrder } from '../../../api/trade/forex.ts'
import { type ForexActContext, type ForexActName, forexActMachine } from '../../../machines/trade/forexAct.ts'
import type { ActForm } from '../../../machines/trade/positionAct.ts'
import { validateStops } from '../../../rules/lever/acts.ts'
import { useActorOf } from '../../app/actor-of.ts'
import { pairOf } from '../../format/instrument-names.ts'
import { newRequestId } from '../../forms/request-id.ts'
import { useLabels } from '../../i18n/index.ts'
import { FOREX_ORDERS } from '../../router/places.ts'
import { PositionActSheet, StopsOfPosition } from '../orders/position-act-sheet.tsx'
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
  const actor = useActorOf(forexActMachine, { act, order, ...(form && { form }), newRequestId })
  return (
    <PositionActSheet<ForexActContext>
      {...sheet}
      actor={actor}
      orders={FOREX_ORDERS}
      title={t(`lever.act.${act}`)}
      description={`${pairOf(order.symbol)} · ${lotsText(order.lots, words)}`}
      note={t(`lever.${act}Note`)}
      contents={(context, change) => ({
        errors: validateStops(context.form, { order: context.order, price: context.now.price }).errors,
        button: t(`lever.act.${act}`),
        fields: (
          <StopsOfPosition
            {...{ context, change }}
            end={{ term: t('forex.stopOut'), price: context.order.stopOut }}
            netAt={(at) => netIfClosed(context.order, at)}
            away={(from, to) => pipsBetween(order.symbol, from, to, words)}
          />
        ),
      })}
    />
  )
}
