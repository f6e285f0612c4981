import type { LeverActor } from '../../../machines/trade/leverForm.ts'
import { instrumentOf } from '../../../rules/instruments.ts'
import { formatAmount } from '../../format.ts'
import { useWords } from '../../i18n/index.ts'
import { shortName } from '../../instrument-names.ts'
import { CONTRACTS } from '../../places.ts'
import { useShown } from '../../shown.ts'
import { OrderSheet } from '../orders/order-sheet.tsx'
import type { OrderSheetProps } from '../orders/use-order-sheet.tsx'
import { LeverForm } from './lever-form.tsx'

/** The sheet that opens a contract. */
export function LeverSheet(props: OrderSheetProps<LeverActor>) {
  const { t, lang } = useWords()
  const { symbol, deal } = useShown(props.actor, ({ context: { form, offer } }) => ({
    symbol: form.symbol,
    deal: offer?.deal,
  }))
  return (
    <OrderSheet
      {...props}
      title={t('lever.title', { name: shortName(instrumentOf(symbol)) })}
      description={
        deal && t('currency.available', { amount: formatAmount(deal.available, 2, lang), currency: deal.currency })
      }
      orders={CONTRACTS}
    >
      <LeverForm actor={props.actor} />
    </OrderSheet>
  )
}
