import type { ForexActor } from '../../../machines/trade/forexForm.ts'
import { instrumentOf } from '../../../rules/instruments.ts'
import { formatAmount } from '../../format.ts'
import { useWords } from '../../i18n/index.ts'
import { shortName } from '../../instrument-names.ts'
import { FOREX_ORDERS } from '../../places.ts'
import { useShown } from '../../shown.ts'
import { OrderSheet } from '../orders/order-sheet.tsx'
import type { OrderSheetProps } from '../orders/use-order-sheet.tsx'
import { ForexForm } from './forex-form.tsx'

/** The sheet that opens a position in foreign exchange or a metal. */
export function ForexSheet(props: OrderSheetProps<ForexActor>) {
  const { t, lang } = useWords()
  const { symbol, pair } = useShown(props.actor, ({ context: { form, offer } }) => ({
    symbol: form.symbol,
    pair: offer?.pair,
  }))
  return (
    <OrderSheet
      {...props}
      title={t('forex.title', { name: shortName(instrumentOf(symbol)) })}
      description={
        pair && t('currency.available', { amount: formatAmount(pair.available, 2, lang), currency: pair.currency })
      }
      orders={FOREX_ORDERS}
    >
      <ForexForm actor={props.actor} />
    </OrderSheet>
  )
}
