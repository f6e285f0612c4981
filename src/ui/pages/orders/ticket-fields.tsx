import { type ReactNode, useState } from 'react'
import type { LeverDirection } from '../../../rules/lever/lever.ts'
import { leverDirections } from '../../../rules/lever/lever.ts'
import { instrumentOf } from '../../../rules/market/instruments.ts'
import { formatBps } from '../../format/format.ts'
import { useLabels } from '../../i18n/index.ts'
import { AmountField } from '../../parts/fields/amount-field.tsx'
import { Choice } from '../../parts/fields/choice.tsx'
import { FieldError } from '../../parts/fields/field.tsx'
import { QuickValues } from '../../parts/fields/quick-values.tsx'
import { Stepper, StepperValue } from '../../parts/fields/stepper.tsx'
import { PriceText } from './figures.tsx'
import css from './order-form.module.css'
import { sides } from './sides.ts'

type DirectionFieldProps = {
  value: LeverDirection
  onChange: (change: { direction: LeverDirection }) => void
}

/** The direction of a leveraged order. */
export function DirectionField({ value, onChange }: DirectionFieldProps) {
  const { t } = useLabels()
  const options = leverDirections.map((each) => ({
    value: each,
    label: t(sides.lever[each].label),
    tone: sides.lever[each].way,
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

/** How an order opens. */
type OpenType = 'market' | 'limit' | 'stop'

type TypeFieldProps<Type extends OpenType> = {
  type: Type
  types: readonly Type[]
  /** The current price, at which the price of a limit order begins; empty if unknown. */
  price: string
  onChange: (change: { type: Type; price: string }) => void
}

/** The order's type. */
export function TypeField<Type extends OpenType>({ type, types, price, onChange }: TypeFieldProps<Type>) {
  const { t } = useLabels()
  return (
    <Choice
      legend={t('lever.type')}
      hideLegend
      value={type}
      options={types.map((value) => ({ value, label: t(`lever.type.${value as OpenType}`) }))}
      onChange={(next) => onChange({ type: next, price: next === 'limit' ? price : '' })}
    />
  )
}

type LimitFieldProps = {
  form: { symbol: string; type: OpenType; price: string }
  /** The current price, which a tap fills in; empty if unknown. */
  price: string
  error: string | undefined
  onChange: (change: { price: string }) => void
}

/** The price of a limit or stop order. */
export function LimitField({ form, price, error, onChange }: LimitFieldProps) {
  const { t } = useLabels()
  const { quote, scale } = instrumentOf(form.symbol)
  if (form.type === 'market') return null
  return (
    <AmountField
      label={t(form.type === 'stop' ? 'lever.stopPrice' : 'lever.limitPrice')}
      error={error}
      limit={
        price === '' ? undefined : (
          <>
            {t('lever.lastPrice')}{' '}
            <b>
              <PriceText symbol={form.symbol} price={price} />
            </b>
          </>
        )
      }
      onLimit={() => onChange({ price })}
      value={form.price}
      onChange={(text) => onChange({ price: text })}
      measure={{ code: quote, scale, shown: scale }}
    />
  )
}

type LeverageFieldProps = {
  value: number
  leverages: readonly number[]
  /** The maximum at the form's size, if that is known. */
  most: number | undefined
  beside: ReactNode
  error: string | undefined
  onChange: (change: { leverage: number }) => void
}

/** The leverage: by one step, or from all. `beside`: in the same row. */
export function LeverageField({ value, leverages, most, beside, error, onChange }: LeverageFieldProps) {
  const { t } = useLabels()
  const [open, setOpen] = useState(false)
  const at = leverages.indexOf(value)
  const step = (to: number) => {
    const leverage = leverages[to]
    return leverage === undefined ? undefined : () => onChange({ leverage })
  }
  return (
    <div className={css.fieldset}>
      <div className={css.way}>
        {beside}
        <Stepper label={t('lever.leverage')} onLess={step(at - 1)} onMore={step(at + 1)}>
          <StepperValue open={open} label={`${t('lever.leverage')} ${value}×`} onClick={() => setOpen(!open)}>
            {value}×
          </StepperValue>
        </Stepper>
      </div>
      {open && (
        <>
          <QuickValues
            label={t('lever.leverage')}
            values={leverages.map((each) => ({ value: each, label: `${each}×` }))}
            isChosen={(each) => each === value}
            onChoose={(leverage) => onChange({ leverage })}
          />
          {most !== undefined && <p className={css.past}>{t('lever.leverageMax', { leverage: most })}</p>}
        </>
      )}
      <FieldError error={error} />
    </div>
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
