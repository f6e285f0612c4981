import type { SpotActor } from '../../../machines/trade/spotForm.ts'
import { useShown } from '../../app/shown.ts'
import { CoverNote } from '../../forms/available.tsx'
import { useLabels } from '../../i18n/index.ts'
import { ORDERS } from '../../router/places.ts'
import { OrderSheet } from '../orders/order-sheet.tsx'
import type { OrderSheetProps } from '../orders/order-ticket.ts'
import { sides } from '../orders/sides.ts'
import { SpotForm } from './spot-form.tsx'

/** The ticket that buys or sells a coin. */
export function SpotSheet(props: OrderSheetProps<SpotActor>) {
  const { t } = useLabels()
  const { form, offer } = useShown(props.actor, ({ context: { form, offer } }) => ({ form, offer }))
  const { label, way } = sides.spot[form.side]
  return (
    <OrderSheet
      {...props}
      symbol={form.symbol}
      side={{ text: t(label), way }}
      description={offer?.cover && form.side === 'buy' && <CoverNote {...offer.pair.quote} cover={offer.cover} />}
      orders={ORDERS}
    >
      <SpotForm actor={props.actor} />
    </OrderSheet>
  )
}
