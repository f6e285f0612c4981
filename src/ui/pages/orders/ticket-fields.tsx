import type { LeverDirection } from '../../../rules/lever/lever.ts'
import { type LeverType, leverDirections, leverTypes } from '../../../rules/lever/lever.ts'
import { instrumentOf } from '../../../rules/market/instruments.ts'
import { formatBps } from '../../format/format.ts'
import { useLabels } from '../../i18n/index.ts'
import { AmountField } from '../../parts/fields/amount-field.tsx'
import { Choice } from '../../parts/fields/choice.tsx'
import { PriceText } from './figures.tsx'
import { sides } from './sides.ts'

type DirectionFieldProps = {
  kind: 'lever' | 'forex'
  value: LeverDirection
  onChange: (change: { direction: LeverDirection }) => void
}

/** The direction of a leveraged order. */
export function DirectionField({ kind, value, onChange }: DirectionFieldProps) {
  const { t } = useLabels()
  const options = leverDirections.map((each) => ({
    value: each,
    label: t(sides[kind][each].label),
    note: t(`lever.directionHint.${each}`),
  }))
  return (
    <Choice
      legend={t('lever.direction')}
      hideLegend
      value={value}
      options={options}
      onChange={(direction) => onChange({ direction })}
    />
  )
}

type TypeFieldsProps = {
  form: { symbol: string; type: LeverType; price: string }
  /** The current price; empty if unknown. */
  price: string
  error: string | undefined
  onChange: (change: { type?: LeverType; price: string }) => void
}

/** The order's type, and the price of a limit order, which begins at the current one. */
export function TypeFields({ form, price, error, onChange }: TypeFieldsProps) {
  const { t } = useLabels()
  const { quote, scale } = instrumentOf(form.symbol)
  return (
    <>
      <Choice
        legend={t('lever.type')}
        look="pills"
        value={form.type}
        options={leverTypes.map((value) => ({ value, label: t(`lever.type.${value}`) }))}
        onChange={(type) => onChange({ type, price: type === 'limit' ? price : '' })}
      />
      {form.type === 'limit' && (
        <AmountField
          label={t('lever.limitPrice')}
          error={error}
          value={form.price}
          onChange={(text) => onChange({ price: text })}
          measure={{ code: quote, scale, shown: scale }}
        />
      )}
    </>
  )
}

type EndPriceProps = {
  symbol: string
  direction: LeverDirection
  /** Null if no price ends the position, and absent while it is unknown. */
  price: string | null | undefined
  /** How far it is from the current price, in basis points. */
  moveBps: number | null | undefined
}

/** The price at which a position would be closed for want of margin, and how far away that is. */
export function EndPrice({ symbol, direction, price, moveBps }: EndPriceProps) {
  const { t, lang } = useLabels()
  if (price === undefined) return '–'
  if (price === null) return t('lever.none')
  return (
    <>
      <PriceText symbol={symbol} price={price} />
      {moveBps != null && ` · ${direction === 'long' ? '−' : '+'}${formatBps(moveBps, lang)}`}
    </>
  )
}
