import type { MicrotradeOrder } from '../../../api/microtrade.ts'
import { currencyOf } from '../../../rules/currencies.ts'
import { instrumentOf } from '../../../rules/instruments.ts'
import { netResult } from '../../../rules/microtrade-figures.ts'
import { directionOf, formatAmount, formatPrice } from '../../format.ts'
import { useWords } from '../../i18n/index.ts'

/** An amount with its currency. */
export function Money({ amount, currency, sign = false }: { amount: string; currency: string; sign?: boolean }) {
  const { lang } = useWords()
  return (
    <span className="nowrap">
      {formatAmount(amount, currencyOf(currency).shown, lang, { sign })} {currency}
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

/** The profit or loss of an ended option, with its sign. `bare`: without the currency. */
export function Net({ order, bare = false }: { order: MicrotradeOrder; bare?: boolean }) {
  const { lang } = useWords()
  const { currency } = order
  const net = netResult(order) ?? '0'
  return (
    <span className={colours[directionOf(net)]}>
      {bare ? (
        formatAmount(net, currencyOf(currency).shown, lang, { sign: true })
      ) : (
        <Money amount={net} currency={currency} sign />
      )}
    </span>
  )
}
