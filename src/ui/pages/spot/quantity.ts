import type { SpotOrder } from '../../../api/spot.ts'
import { instrumentOf } from '../../../rules/market/instruments.ts'
import { formatMoney, parseMoney } from '../../../rules/money/money.ts'
import { formatPlain } from '../../format.ts'
import { useWords } from '../../i18n/index.ts'

/** Ordered, filled and remaining quantity, with the coin. `share`: the filled share, 0 to 1, for display. */
export function useQuantity({ symbol, quantity, filled }: Pick<SpotOrder, 'symbol' | 'quantity' | 'filled'>) {
  const { lang } = useWords()
  const { base, quantityScale } = instrumentOf(symbol)
  const [whole, done] = [quantity, filled].map((text) => parseMoney(text, quantityScale) ?? 0n) as [bigint, bigint]
  const words = (amount: bigint) => `${formatPlain(formatMoney(amount, quantityScale), lang)} ${base}`
  return {
    whole: words(whole),
    filled: words(done),
    left: words(whole - done),
    share: whole === 0n ? 0 : Number(done) / Number(whole),
  }
}
