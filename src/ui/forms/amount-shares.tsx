import { currencyOf } from '../../rules/money/currencies.ts'
import { formatMoney, mulDiv, parseMoney, trimZeros } from '../../rules/money/money.ts'
import { shownOf } from '../../rules/money/shown-amounts.ts'
import { formatBps } from '../format/format.ts'
import { useLabels } from '../i18n/index.ts'
import { QuickValues } from '../parts/fields/quick-values.tsx'

const SHARES = [25, 50, 75, 100] as const

type AmountSharesProps = {
  /** The name of the field that they fill in, for screen readers. */
  label: string
  /** The largest amount, as a plain decimal. */
  most: string
  currency: string
  onChange: (amount: string) => void
}

/** Chips that fill in a share of the largest amount, rounded down, or all of it. */
export function AmountShares({ label, most, currency, onChange }: AmountSharesProps) {
  const { t, lang } = useLabels()
  const decimals = currencyOf(currency)
  const all = parseMoney(most, decimals.scale) ?? 0n
  const part = (share: number) =>
    share === 100
      ? most
      : trimZeros(formatMoney(shownOf(mulDiv(all, BigInt(share), 100n, 'down'), 'receive', decimals), decimals.scale))
  return (
    <QuickValues
      label={label}
      values={SHARES.map((value) => ({
        value,
        label: value === 100 ? t('action.max') : formatBps(value * 100, lang),
        disabled: all === 0n,
      }))}
      onChoose={(share) => onChange(part(share))}
    />
  )
}
