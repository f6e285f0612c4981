import type { MicrotradeOrder } from '../../../api/microtrade.ts'
import { instrumentOf } from '../../../rules/instruments.ts'
import { netResult } from '../../../rules/microtrade-figures.ts'
import type { Role } from '../../../rules/shown-amounts.ts'
import { directionOf, formatAmount, formatPrice } from '../../format.ts'
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

/** The profit or loss of an ended option, with its sign. `bare`: without the currency. */
export function Net({ order, bare = false }: { order: MicrotradeOrder; bare?: boolean }) {
  const { lang } = useWords()
  const { currency } = order
  const net = netResult(order) ?? '0'
  return (
    <span className={colours[directionOf(net)]}>
      {bare ? (
        formatAmount(net, 'exact', currency, lang, { sign: true })
      ) : (
        <Money amount={net} as="exact" currency={currency} sign />
      )}
    </span>
  )
}
