import type { MicrotradeOrder } from '../../../api/microtrade.ts'
import { currencyOf } from '../../../rules/currencies.ts'
import { instrumentOf } from '../../../rules/instruments.ts'
import { netResult } from '../../../rules/option-figures.ts'
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

/** A price of an instrument, or a dash where there is none. */
export function PriceText({ symbol, price }: { symbol: string; price: string | null }) {
  const { lang } = useWords()
  return price === null ? '–' : formatPrice(price, instrumentOf(symbol).scale, lang)
}

const colours = { up: 'rise', down: 'fall', flat: 'muted' } as const

/** What an ended option gained or lost, with its sign. */
export function Net({ order }: { order: MicrotradeOrder }) {
  const net = netResult(order) ?? '0'
  return (
    <span className={colours[directionOf(net)]}>
      <Money amount={net} currency={order.currency} sign />
    </span>
  )
}
