import { formatBps } from '../../format/format.ts'
import { messageText, useLabels } from '../../i18n/index.ts'
import { AmountField, type AmountFieldProps } from '../../parts/fields/amount-field.tsx'
import { ShareSlider } from '../../parts/fields/share-slider.tsx'

type SizeFieldProps = Pick<AmountFieldProps, 'label' | 'hint' | 'error' | 'value' | 'onChange' | 'measure'> & {
  /** The maximum as a plain decimal; empty if it is zero or unknown. */
  most: string
  /** Whether it is known, because there is a price. */
  known: boolean
  onShare: (share: number) => void
}

/** The order's quantity: typed, by slider, or the maximum. */
export function SizeField({ most, known, onShare, ...field }: SizeFieldProps) {
  const { t, lang } = useLabels()
  const { value, error } = field
  const share = most === '' ? 0 : Math.min(100, Math.round((Number(value) / Number(most)) * 100) || 0)
  const isPoor = value === '' && most === '' && known
  return (
    <div>
      <AmountField
        {...field}
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
