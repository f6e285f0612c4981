import type { ForexActor } from '../../../machines/trade/forexForm.ts'
import { useShown } from '../../app/shown.ts'
import { CoverNote } from '../../forms/available.tsx'
import { useLabels } from '../../i18n/index.ts'
import { FOREX_ORDERS } from '../../router/places.ts'
import { OrderSheet } from '../orders/order-sheet.tsx'
import type { OrderSheetProps } from '../orders/order-ticket.ts'
import { sides } from '../orders/sides.ts'
import { ForexForm } from './forex-form.tsx'

/** The ticket that opens a position in forex or metals. */
export function ForexSheet(props: OrderSheetProps<ForexActor>) {
  const { t } = useLabels()
  const { form, offer } = useShown(props.actor, ({ context: { form, offer } }) => ({ form, offer }))
  const { label, way } = sides.forex[form.direction]
  return (
    <OrderSheet
      {...props}
      symbol={form.symbol}
      side={{ text: offer ? `${t(label)} ${offer.pair.leverage}×` : t(label), way }}
      price={null}
      description={offer?.cover && <CoverNote {...offer.pair} cover={offer.cover} />}
      orders={FOREX_ORDERS}
    >
      <ForexForm actor={props.actor} />
    </OrderSheet>
  )
}
