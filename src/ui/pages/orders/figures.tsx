import { instrumentOf } from '../../../rules/market/instruments.ts'
import type { Role } from '../../../rules/money/shown-amounts.ts'
import { formatAmount, formatPrice } from '../../format.ts'
import { useWords } from '../../i18n/index.ts'

type MoneyProps = {
  amount: string
  /** Its role decides how it is rounded. */
  as: Role
  currency: string
  sign?: boolean
}

/** An amount with its currency. */
export function Money({ amount, as, currency, sign = false }: MoneyProps) {
  const { lang } = useWords()
  return (
    <span className="nowrap">
      {formatAmount(amount, as, currency, lang, { sign })} {currency}
    </span>
  )
}

/** A price of an instrument, or a dash if there is none. */
export function PriceText({ symbol, price }: { symbol: string; price: string | null }) {
  const { lang } = useWords()
  return price === null ? '–' : formatPrice(price, instrumentOf(symbol).scale, lang)
}

/** The colour of an amount by its sign. */
export const colours = { up: 'rise', down: 'fall', flat: 'muted' } as const
