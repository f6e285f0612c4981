import type { ForexActor } from '../../../machines/trade/forexForm.ts'
import { instrumentOf } from '../../../rules/market/instruments.ts'
import { freeOf } from '../../../rules/money/coverage.ts'
import { useShown } from '../../app/shown.ts'
import { shortName } from '../../format/instrument-names.ts'
import { Available } from '../../forms/available.tsx'
import { useLabels } from '../../i18n/index.ts'
import { FOREX_ORDERS } from '../../router/places.ts'
import { OrderSheet } from '../orders/order-sheet.tsx'
import type { OrderSheetProps } from '../orders/use-order-sheet.tsx'
import { ForexForm } from './forex-form.tsx'

/** The sheet that opens a position in forex or metals. */
export function ForexSheet(props: OrderSheetProps<ForexActor>) {
  const { t } = useLabels()
  const { symbol, offer } = useShown(props.actor, ({ context }) => ({
    symbol: context.form.symbol,
    offer: context.offer,
  }))
  return (
    <OrderSheet
      {...props}
      title={t('forex.title', { name: shortName(instrumentOf(symbol)) })}
      description={
        offer && <Available {...offer.pair} available={freeOf(offer.pair, offer.cover)} cover={offer.cover} />
      }
      orders={FOREX_ORDERS}
    >
      <ForexForm actor={props.actor} />
    </OrderSheet>
  )
}
