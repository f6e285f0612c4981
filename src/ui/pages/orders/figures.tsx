import type { ReactNode } from 'react'
import { instrumentOf } from '../../../rules/market/instruments.ts'
import type { Role } from '../../../rules/money/shown-amounts.ts'
import { useServices } from '../../app/services.ts'
import { directionOf, formatAmount, formatPlain, formatPrice } from '../../format/format.ts'
import { useLabels } from '../../i18n/index.ts'
import { Price } from '../../parts/lists/price.tsx'

type MoneyProps = {
  amount: string
  /** Its role decides how it is rounded; without one, it is shown as it is, without trailing zeros. */
  as?: Role
  currency: string
  sign?: boolean
}

/** An amount with its currency. */
export function Money({ amount, as, currency, sign = false }: MoneyProps) {
  const { lang } = useLabels()
  return (
    <span className="nowrap">
      {as ? formatAmount(amount, as, currency, lang, { sign }) : formatPlain(amount, lang)} {currency}
    </span>
  )
}

function Bare({ amount, as, currency }: { amount: string; as: Role; currency: string }) {
  const { lang } = useLabels()
  return formatAmount(amount, as, currency, lang)
}

/** A price of an instrument, or a dash if there is none. */
export function PriceText({ symbol, price }: { symbol: string; price: string | null }) {
  const { lang } = useLabels()
  return price === null ? '–' : formatPrice(price, instrumentOf(symbol).scale, lang)
}

/** The colour of an amount by its sign. */
export const colours = { up: 'rise', down: 'fall', flat: 'muted' } as const

/** A profit or loss with its sign and colour. `unit`: with its currency. */
export function Net({ net, currency, unit = false }: { net: string; currency: string; unit?: boolean }) {
  const { lang } = useLabels()
  return (
    <>
      <span className={colours[directionOf(net)]}>{formatAmount(net, 'exact', currency, lang, { sign: true })}</span>
      {unit && ` ${currency}`}
    </>
  )
}

/** The current price of a symbol. */
function PriceNow({ symbol }: { symbol: string }) {
  const { quotes } = useServices()
  return <Price quote$={quotes.quote$(symbol)} scale={instrumentOf(symbol).scale} />
}

/**
 * Figures of an order: amounts in its currency, prices of its symbol, and a dash for what is unknown.
 *
 * @param role of its amounts: it decides how they are rounded
 */
export const figuresOf = ({ symbol, currency }: { symbol: string; currency: string }, role: Role) => ({
  money: (amount: string | undefined, as = role) =>
    amount === undefined ? '–' : <Money as={as} amount={amount} currency={currency} />,
  signed: (amount: string | undefined, as = role) =>
    amount === undefined ? '–' : <Money as={as} amount={amount} currency={currency} sign />,
  /** An amount without its currency. */
  bare: (amount: string | undefined, as = role) =>
    amount === undefined ? '–' : <Bare as={as} amount={amount} currency={currency} />,
  price: (price: string | null | undefined) => <PriceText symbol={symbol} price={price || null} />,
  now: <PriceNow symbol={symbol} />,
})

/** A range of amounts or prices. */
export const between = (least: ReactNode, most: ReactNode) => (
  <>
    {least} – {most}
  </>
)
