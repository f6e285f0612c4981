import type { ForexPairDetails } from '../../../api/trade/forex.ts'
import type { ForexSummary } from '../../../rules/forex/form.ts'
import { LOT_SCALE, LOT_UNIT } from '../../../rules/forex/pairs.ts'
import { instrumentOf } from '../../../rules/market/instruments.ts'
import { formatMoney, parseMoney } from '../../../rules/money/money.ts'
import { formatAmount, formatCount, formatPlain, formatPrice } from '../../format/format.ts'
import { messageText, useLabels } from '../../i18n/index.ts'
import { AmountField } from '../../parts/fields/amount-field.tsx'
import { Choice } from '../../parts/fields/choice.tsx'

type LotsFieldProps = {
  pair: Pick<ForexPairDetails, 'symbol' | 'currency' | 'unit' | 'max' | 'lot'>
  value: string
  error: string | undefined
  /** The order's figures, if they are known. */
  summary: Pick<ForexSummary, 'units' | 'pip'> | undefined
  /** The most that can be bought; empty if not even the least can be. Undefined while there is no price. */
  most: string | undefined
  onChange: (lots: string) => void
}

/** Lots that can be chosen at a tap. */
const PRESETS = ['0.01', '0.10', '1.00']

const minor = (lots: string) => parseMoney(lots, LOT_SCALE) ?? 0n

/** The size of an order in lots: typed, by steps, or one of a few; with its units, and the value of a pip. */
export function LotsField({ pair, value, error, summary, most, onChange }: LotsFieldProps) {
  const { t, lang } = useLabels()
  const { base } = instrumentOf(pair.symbol)
  const step = (by: bigint) => {
    const next = minor(value) + by * minor(LOT_UNIT)
    return next < minor(pair.unit) || next > minor(pair.max) ? undefined : () => onChange(formatMoney(next, LOT_SCALE))
  }
  return (
    <AmountField
      label={t('forex.lots')}
      error={value === '' && most === '' ? messageText('insufficientBalance') : error}
      limit={
        summary
          ? `${formatPlain(summary.units, lang)} ${base} · ${t('forex.pipIs', { value: `${formatAmount(summary.pip, 'pay', pair.currency, lang)} ${pair.currency}` })}`
          : t('forex.lotIs', { units: formatCount(pair.lot, lang), currency: base })
      }
      value={value}
      onChange={onChange}
      measure={{ code: t('forex.lot'), scale: LOT_SCALE, shown: LOT_SCALE }}
      steps={{ onLess: step(-1n), onMore: step(1n) }}
      beside={
        <Choice
          legend={t('forex.presets')}
          hideLegend
          short
          value={PRESETS.find((each) => minor(each) === minor(value))}
          options={PRESETS.map((each) => ({
            value: each,
            label: formatPrice(each, LOT_SCALE, lang),
            disabled: most !== undefined && minor(each) > minor(most),
          }))}
          onChange={onChange}
        />
      }
    />
  )
}
