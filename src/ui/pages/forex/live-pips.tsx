import type { ForexOrder } from '../../../api/trade/forex.ts'
import { useLabels } from '../../i18n/index.ts'
import { LiveText } from '../orders/live-text.tsx'
import { profitInPips } from './labels.ts'
import { closingPriceAt } from './profit.ts'

/** Unrealised P&L of a position in pips, without rollover. */
export function LivePips({ order }: { order: ForexOrder }) {
  const labels = useLabels()
  return (
    <LiveText
      symbol={order.symbol}
      of={[order, labels.lang]}
      textAt={(price) => {
        const closing = closingPriceAt(order, price)
        return closing === undefined ? undefined : profitInPips(order, closing, labels)
      }}
    />
  )
}
