import type { SpotPair } from '../../../api/trade/spot.ts'
import type { SpotActor } from '../../../machines/trade/spotForm.ts'
import { instrumentOf } from '../../../rules/market/instruments.ts'
import { useShown } from '../../app/shown.ts'
import { formatAmount } from '../../format/format.ts'
import { shortName } from '../../format/instrument-names.ts'
import { useLabels } from '../../i18n/index.ts'
import { ORDERS } from '../../router/places.ts'
import { OrderSheet } from '../orders/order-sheet.tsx'
import type { OrderSheetProps } from '../orders/use-order-sheet.tsx'
import { SpotForm } from './spot-form.tsx'

/** The sheet that buys or sells a coin. */
export function SpotSheet(props: OrderSheetProps<SpotActor>) {
  const { t } = useLabels()
  const { symbol, offer } = useShown(props.actor, ({ context }) => ({
    symbol: context.form.symbol,
    offer: context.offer,
  }))
  return (
    <OrderSheet
      {...props}
      title={t('spot.title', { name: shortName(instrumentOf(symbol)) })}
      description={useHoldings(offer?.pair)}
      orders={ORDERS}
    >
      <SpotForm actor={props.actor} />
    </OrderSheet>
  )
}

/** The user's balances of the coin and of the paying currency. */
function useHoldings(pair: SpotPair | undefined): string | undefined {
  const { t, lang } = useLabels()
  if (!pair) return undefined
  const of = ({ currency, available }: SpotPair['base']) =>
    `${formatAmount(available, 'receive', currency, lang)} ${currency}`
  return t('spot.holdings', { base: of(pair.base), quote: of(pair.quote) })
}
