import { useState } from 'react'
import { UNREAD } from '../../../machines/parts/typed-amount.ts'
import { instrumentOf } from '../../../rules/market/instruments.ts'
import { currencyOf } from '../../../rules/money/currencies.ts'
import { isAbove, trimZeros } from '../../../rules/money/money.ts'
import { formatBps, formatPlain } from '../../format/format.ts'
import { AvailableLimit } from '../../forms/available.tsx'
import { messageText, useLabels } from '../../i18n/index.ts'
import { AmountField } from '../../parts/fields/amount-field.tsx'
import { QuickValues } from '../../parts/fields/quick-values.tsx'
import { UnitSwitch } from '../../parts/fields/unit-switch.tsx'
import { Money } from './figures.tsx'
import css from './order-form.module.css'
import { quantityWithin, type SizeTerms, type SizeUnit } from './quick-values.ts'

/** The shares of the maximum that can be chosen, in percent. */
export const SHARES = [25, 50, 75, 100]

type SizeFieldProps = {
  /** In coins, as a plain decimal. */
  value: string
  error: string | undefined
  onChange: (quantity: string) => void
  /** The smallest size, of which each is a multiple, and the largest. */
  limits: { unit: string; max: string }
  /** Prices that convert other units to coins; its currency is the paying one. */
  terms: Omit<SizeTerms, 'unit'>
  units: readonly SizeUnit[]
  /** The size as it is in the other units, if it is known. */
  sizes: { quote: string; margin?: string } | undefined
  available: { available: string; currency: string }
  /** The size of a share of the maximum, in percent; empty if it is zero or unknown. */
  shareOf: (share: number) => string
}

/** A size: in coins, by its value or by its margin, and as a share of the maximum. */
export function SizeField(props: SizeFieldProps) {
  const { value, error, onChange, limits, terms, units, sizes, available, shareOf } = props
  const { t, lang } = useLabels()
  const [unit, setUnit] = useState<SizeUnit>('base')
  const [typed, setTyped] = useState({ text: '', quantity: '' })
  const { base, quantityScale } = instrumentOf(terms.symbol)
  const { currency } = terms
  const most = shareOf(100)
  const isPoor = value === '' && most === '' && terms.price !== ''
  const limit = { min: formatPlain(limits.unit, lang), max: formatPlain(limits.max, lang), currency: base }
  const type = (text: string) => {
    const quantity =
      unit === 'base' || text === UNREAD ? text : quantityWithin(text, unit, { ...terms, unit: limits.unit })
    setTyped({ text, quantity })
    onChange(quantity)
  }
  const text = unit === 'base' ? value : value === typed.quantity ? typed.text : trimZeros(sizes?.[unit] ?? '')
  const names = { base, quote: currency, margin: t('lever.margin') }
  const money = (amount: string) => <Money key="money" as="pay" amount={amount} currency={currency} />
  const others = [
    unit !== 'base' && `${formatPlain(value, lang)} ${base}`,
    unit !== 'quote' && sizes && money(sizes.quote),
    unit !== 'margin' && sizes?.margin !== undefined && (
      <span key="margin">
        {names.margin} {money(sizes.margin)}
      </span>
    ),
  ].filter((each) => each !== false && each !== undefined)
  const isKnown = sizes !== undefined && isAbove(value, '0')
  return (
    <div className={css.size}>
      <AmountField
        key={unit}
        label={t('orders.size')}
        hint={
          isKnown ? (
            <>
              {'= '}
              {others.map((each, at) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: a fixed list
                <span key={at}>
                  {at > 0 && ' · '}
                  {each}
                </span>
              ))}
            </>
          ) : (
            t('lever.quantityHint', limit)
          )
        }
        error={isPoor ? messageText('insufficientBalance') : error}
        limit={<AvailableLimit {...available} />}
        onLimit={most === '' ? undefined : () => onChange(most)}
        value={text}
        onChange={type}
        measure={unit === 'base' ? { code: base, scale: quantityScale, shown: quantityScale } : currencyOf(currency)}
        unit={
          <UnitSwitch
            legend={t('orders.sizeIn')}
            options={units.map((each) => ({ value: each, label: names[each] }))}
            value={unit}
            onChange={(next) => {
              setTyped({ text: '', quantity: '' })
              setUnit(next)
            }}
          />
        }
      />
      <ShareChips value={value} shareOf={shareOf} onChange={onChange} />
    </div>
  )
}

type ShareChipsProps = Pick<SizeFieldProps, 'value' | 'shareOf' | 'onChange'>

/** Chips that fill in a share of the maximum. */
export function ShareChips({ value, shareOf, onChange }: ShareChipsProps) {
  const { t, lang } = useLabels()
  return (
    <QuickValues
      label={t('lever.share')}
      values={SHARES.map((share) => ({
        value: share,
        label: formatBps(share * 100, lang),
        disabled: shareOf(share) === '',
      }))}
      isChosen={(share) => value !== '' && shareOf(share) === value}
      onChoose={(share) => onChange(shareOf(share))}
    />
  )
}
