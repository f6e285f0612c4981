import { sharePart } from '../../../rules/lever/acts.ts'
import { AmountField } from '../../parts/fields/amount-field.tsx'
import css from './order-form.module.css'
import { ShareChips } from './size-field.tsx'

type PartFieldProps = {
  label: string
  /** How much is open, in words. */
  hint: string
  error: string | undefined
  value: string
  /** What is open, and the step of a part: plain decimals. */
  open: string
  unit: string
  /** The name and the decimals of the unit. */
  measure: { code: string; scale: number }
  onChange: (quantity: string) => void
}

/** How much of a position is closed: typed, or a share of what is open. */
export function PartField({ label, hint, error, value, open, unit, measure, onChange }: PartFieldProps) {
  return (
    <div className={css.size}>
      <AmountField
        label={label}
        hint={hint}
        error={error}
        value={value}
        onChange={onChange}
        measure={{ ...measure, shown: measure.scale }}
        most={open}
      />
      <ShareChips value={value} shareOf={(share) => sharePart(open, unit, measure.scale, share)} onChange={onChange} />
    </div>
  )
}
