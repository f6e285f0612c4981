import type { ForexFacts } from '../../../rules/forex/forex.ts'
import { currencyOf } from '../../../rules/money/currencies.ts'
import { formatMoney } from '../../../rules/money/money.ts'
import { formatAmount } from '../../format/format.ts'
import { useLabels } from '../../i18n/index.ts'
import { LiveText } from '../orders/live-text.tsx'
import { expectedAt } from './profit.ts'

/** Estimated proceeds of closing now. */
export function Expected({ order }: { order: ForexFacts }) {
  const { lang } = useLabels()
  const { symbol, currency } = order
  return (
    <LiveText
      symbol={symbol}
      of={[order, lang]}
      textAt={(price) => {
        const amount = expectedAt(order, price)
        if (amount === undefined) return undefined
        return `${formatAmount(formatMoney(amount, currencyOf(currency).scale), 'receive', currency, lang)} ${currency}`
      }}
    />
  )
}
