import type { LeverActor } from '../../../machines/trade/leverForm.ts'
import { useShown } from '../../app/shown.ts'
import { CoverNote } from '../../forms/available.tsx'
import { useLabels } from '../../i18n/index.ts'
import { CONTRACTS } from '../../router/places.ts'
import { OrderSheet } from '../orders/order-sheet.tsx'
import type { OrderSheetProps } from '../orders/order-ticket.ts'
import { leveragedSide } from '../orders/sides.ts'
import { LeverForm } from './lever-form.tsx'

/** The ticket that opens a contract. */
export function LeverSheet(props: OrderSheetProps<LeverActor>) {
  const words = useLabels()
  const { form, offer } = useShown(props.actor, ({ context: { form, offer } }) => ({ form, offer }))
  return (
    <OrderSheet
      {...props}
      symbol={form.symbol}
      side={leveragedSide('lever', form, words)}
      description={offer?.cover && <CoverNote {...offer.deal} cover={offer.cover} />}
      orders={CONTRACTS}
    >
      <LeverForm actor={props.actor} />
    </OrderSheet>
  )
}
