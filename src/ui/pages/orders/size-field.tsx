import { LOT_SCALE } from '../../../rules/forex/pairs.ts'
import { instrumentOf } from '../../../rules/market/instruments.ts'
import { formatBps, formatCount, formatPlain } from '../../format/format.ts'
import { messageText, useLabels } from '../../i18n/index.ts'
import { AmountField, type AmountFieldProps } from '../../parts/fields/amount-field.tsx'
import { ShareSlider } from '../../parts/fields/share-slider.tsx'

type SizeFieldProps = Pick<AmountFieldProps, 'error' | 'value' | 'onChange'> & {
  symbol: string
  /** The smallest size, of which each is a multiple, the largest, and the units of a lot if it is in lots. */
  terms: { unit: string; max: string; lot?: number }
  /** The maximum as a plain decimal; empty if it is zero or unknown. */
  most: string
  /** Whether it is known, because there is a price. */
  known: boolean
  onShare: (share: number) => void
}

/** The order's size, in coins or lots: typed, by slider, or the maximum. */
export function SizeField({ symbol, terms, most, known, onShare, ...field }: SizeFieldProps) {
  const { t, lang } = useLabels()
  const { value, error } = field
  const { base, quantityScale } = instrumentOf(symbol)
  const limits = { min: formatPlain(terms.unit, lang), max: formatPlain(terms.max, lang), currency: base }
  const share = most === '' ? 0 : Math.min(100, Math.round((Number(value) / Number(most)) * 100) || 0)
  const isPoor = value === '' && most === '' && known
  const named =
    terms.lot === undefined
      ? {
          label: t('lever.quantity'),
          hint: t('lever.quantityHint', limits),
          measure: { code: base, scale: quantityScale, shown: quantityScale },
        }
      : {
          label: t('forex.lots'),
          hint: t('forex.lotsHint', { ...limits, units: formatCount(terms.lot, lang) }),
          measure: { code: t('forex.lot'), scale: LOT_SCALE, shown: LOT_SCALE },
        }
  return (
    <div>
      <AmountField
        {...field}
        {...named}
        error={isPoor ? messageText('insufficientBalance') : error}
        most={most === '' ? undefined : most}
      />
      <ShareSlider
        label={t('lever.share')}
        share={share}
        words={formatBps(share * 100, lang)}
        disabled={most === ''}
        onChange={onShare}
      />
    </div>
  )
}
