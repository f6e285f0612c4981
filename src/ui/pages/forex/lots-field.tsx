import type { ForexPairDetails } from '../../../api/trade/forex.ts'
import { LOT_SCALE, LOT_UNIT } from '../../../rules/forex/pairs.ts'
import { instrumentOf } from '../../../rules/market/instruments.ts'
import { formatMoney, parseMoney } from '../../../rules/money/money.ts'
import { formatCount, formatPlain } from '../../format/format.ts'
import { AvailableLimit } from '../../forms/available.tsx'
import { messageText, useLabels } from '../../i18n/index.ts'
import { AmountField } from '../../parts/fields/amount-field.tsx'
import { Steps } from '../../parts/fields/stepper.tsx'
import css from '../orders/order-form.module.css'
import { ShareChips } from '../orders/size-field.tsx'

type LotsFieldProps = {
  symbol: string
  pair: Pick<ForexPairDetails, 'unit' | 'max' | 'lot'>
  value: string
  error: string | undefined
  /** What is free of the paying currency. */
  available: { available: string; currency: string }
  /** Whether there is a price. */
  known: boolean
  /** The lots of a share of the maximum, in percent; empty if it is zero or unknown. */
  shareOf: (share: number) => string
  onChange: (lots: string) => void
}

const minor = (lots: string) => parseMoney(lots, LOT_SCALE) ?? 0n

/** The size of an order in lots: typed, by steps, or as a share of the maximum. */
export function LotsField({ symbol, pair, value, error, available, known, shareOf, onChange }: LotsFieldProps) {
  const { t, lang } = useLabels()
  const most = shareOf(100)
  const limits = { min: formatPlain(pair.unit, lang), max: formatPlain(pair.max, lang) }
  const step = (by: bigint) => {
    const next = minor(value) + by * minor(LOT_UNIT)
    return next < minor(pair.unit) || next > minor(pair.max) ? undefined : () => onChange(formatMoney(next, LOT_SCALE))
  }
  return (
    <div className={css.size}>
      <AmountField
        label={t('forex.lots')}
        hint={t('forex.lotsHint', {
          ...limits,
          units: formatCount(pair.lot, lang),
          currency: instrumentOf(symbol).base,
        })}
        error={value === '' && most === '' && known ? messageText('insufficientBalance') : error}
        limit={<AvailableLimit {...available} />}
        onLimit={most === '' ? undefined : () => onChange(most)}
        value={value}
        onChange={onChange}
        measure={{ code: t('forex.lot'), scale: LOT_SCALE, shown: LOT_SCALE }}
        unit={<Steps onLess={step(-1n)} onMore={step(1n)} />}
      />
      <ShareChips value={value} shareOf={shareOf} onChange={onChange} />
    </div>
  )
}
