import type { LeverActor } from '../../../machines/trade/leverForm.ts'
import { instrumentOf } from '../../../rules/market/instruments.ts'
import { freeOf } from '../../../rules/money/coverage.ts'
import { useShown } from '../../app/shown.ts'
import { shortName } from '../../format/instrument-names.ts'
import { Available } from '../../forms/available.tsx'
import { useLabels } from '../../i18n/index.ts'
import { CONTRACTS } from '../../router/places.ts'
import { OrderSheet } from '../orders/order-sheet.tsx'
import type { OrderSheetProps } from '../orders/use-order-sheet.tsx'
import { LeverForm } from './lever-form.tsx'

/** The sheet that opens a contract. */
export function LeverSheet(props: OrderSheetProps<LeverActor>) {
  const { t } = useLabels()
  const { symbol, offer } = useShown(props.actor, ({ context }) => ({
    symbol: context.form.symbol,
    offer: context.offer,
  }))
  return (
    <OrderSheet
      {...props}
      title={t('lever.title', { name: shortName(instrumentOf(symbol)) })}
      description={
        offer && <Available {...offer.deal} available={freeOf(offer.deal, offer.cover)} cover={offer.cover} />
      }
      orders={CONTRACTS}
    >
      <LeverForm actor={props.actor} />
    </OrderSheet>
  )
}
