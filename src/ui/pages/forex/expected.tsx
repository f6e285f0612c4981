import { useMemo, useState } from 'react'
import { map } from 'rxjs'
import type { ForexFacts } from '../../../rules/forex/forex.ts'
import { currencyOf } from '../../../rules/money/currencies.ts'
import { formatMoney } from '../../../rules/money/money.ts'
import { useServices } from '../../app/services.ts'
import { formatAmount } from '../../format/format.ts'
import { useLabels } from '../../i18n/index.ts'
import { peek, useBind } from '../../parts/bind.ts'
import { expectedAt } from './profit.ts'

/** Estimated proceeds of closing now. Updated with each price, bypassing React. */
export function Expected({ order }: { order: ForexFacts }) {
  const { quotes } = useServices()
  const { lang } = useLabels()
  const { symbol, currency } = order
  // biome-ignore lint/correctness/useExhaustiveDependencies: the list has all values it depends on
  const expected$ = useMemo(
    () =>
      quotes.quote$(symbol).pipe(
        map(({ price }) => {
          const amount = expectedAt(order, price)
          return amount === undefined
            ? '–'
            : `${formatAmount(formatMoney(amount, currencyOf(currency).scale), 'receive', currency, lang)} ${currency}`
        }),
      ),
    [JSON.stringify(order), quotes, lang],
  )
  const ref = useBind<string, HTMLSpanElement>(expected$, (element, text) => {
    if (element.textContent !== text) element.textContent = text
  })
  // Kept in state: React must not overwrite what the stream has written since.
  const [first] = useState(() => peek(expected$))
  return (
    <span ref={ref} className="nowrap">
      {first ?? '–'}
    </span>
  )
}
