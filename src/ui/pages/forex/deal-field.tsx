import type { ForexPairDetails } from '../../../api/trade/forex.ts'
import { type LeverDirection, leverDirections } from '../../../rules/lever/lever.ts'
import { instrumentOf } from '../../../rules/market/instruments.ts'
import { formatPrice } from '../../format/format.ts'
import { useLabels } from '../../i18n/index.ts'
import { Choice } from '../../parts/fields/choice.tsx'
import { sides } from '../orders/sides.ts'
import { dealAt, pipsText } from './labels.ts'

type DealFieldProps = {
  value: LeverDirection
  /** The current price; empty if unknown. */
  price: string
  pair: Pick<ForexPairDetails, 'symbol' | 'spread' | 'pip'>
  onChange: (change: { direction: LeverDirection }) => void
}

/** Sell at the bid, or buy at the ask, with the spread between them. */
export function DealField({ value, price, pair, onChange }: DealFieldProps) {
  const words = useLabels()
  const { t, lang } = words
  const { scale } = instrumentOf(pair.symbol)
  const shownAt = (direction: LeverDirection) => {
    const deal = dealAt(price, direction, pair)
    if (deal === '') return '–'
    const text = formatPrice(deal, scale, lang)
    return (
      <>
        {text.slice(0, -2)}
        <b>{text.slice(-2)}</b>
      </>
    )
  }
  return (
    <Choice
      legend={t('lever.direction')}
      hideLegend
      look="cards"
      value={value}
      options={[...leverDirections].reverse().map((each) => ({
        value: each,
        label: t(each === 'long' ? 'forex.atAsk' : 'forex.atBid'),
        note: shownAt(each),
        tone: sides.forex[each].way,
      }))}
      between={pipsText(pair, '0', pair.spread, words)}
      onChange={(direction) => onChange({ direction })}
    />
  )
}
