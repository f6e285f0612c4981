import { dealPriceAt } from '../../../rules/forex/forex.ts'
import { type LeverDirection, leverDirections } from '../../../rules/lever/lever.ts'
import { formatMoney, parseMoney } from '../../../rules/money/money.ts'
import { formatPrice } from '../../format/format.ts'
import { useLabels } from '../../i18n/index.ts'
import { Choice } from '../../parts/fields/choice.tsx'
import { sides } from '../orders/sides.ts'

type DealFieldProps = {
  value: LeverDirection
  /** The current price; empty if unknown. */
  price: string
  pair: { spread: string }
  scale: number
  onChange: (change: { direction: LeverDirection }) => void
}

/** Sell at the bid, or buy at the ask. */
export function DealField({ value, price, pair, scale, onChange }: DealFieldProps) {
  const { t, lang } = useLabels()
  const [recorded, spread = 0n] = [parseMoney(price, scale), parseMoney(pair.spread, scale)]
  const dealAt = (direction: LeverDirection) =>
    recorded ? formatPrice(formatMoney(dealPriceAt({ direction, spread }, recorded, true), scale), scale, lang) : '–'
  return (
    <Choice
      legend={t('lever.direction')}
      hideLegend
      value={value}
      options={[...leverDirections].reverse().map((each) => ({
        value: each,
        label: t(sides.forex[each].label),
        note: dealAt(each),
        tone: sides.forex[each].way,
      }))}
      onChange={(direction) => onChange({ direction })}
    />
  )
}
