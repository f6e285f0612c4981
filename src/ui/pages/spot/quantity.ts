import type { SpotOrder } from '../../../api/trade/spot.ts'
import type { Lang } from '../../../api/wire/fields.ts'
import { instrumentOf } from '../../../rules/market/instruments.ts'
import { formatMoney, parseMoney } from '../../../rules/money/money.ts'
import { formatPlain } from '../../format/format.ts'

type Filling = Pick<SpotOrder, 'symbol' | 'quantity' | 'filled'>

/** Ordered, filled and remaining quantity, with the coin. */
export function quantitiesOf({ symbol, quantity, filled }: Filling, lang: Lang) {
  const { base, quantityScale } = instrumentOf(symbol)
  const [whole = 0n, done = 0n] = [quantity, filled].map((text) => parseMoney(text, quantityScale))
  const words = (amount: bigint) => `${formatPlain(formatMoney(amount, quantityScale), lang)} ${base}`
  return { whole: words(whole), filled: words(done), left: words(whole - done) }
}

/** The filled share, 0 to 1, for display. */
export const filledShare = ({ quantity, filled }: Filling): number => Number(filled) / Number(quantity) || 0
