import type { ReactNode } from 'react'
import css from './sheet-foot.module.css'

type SheetFootProps = {
  /** The maximum loss, as a figure or a sentence, right above the button. */
  note?: ReactNode
  /** The button. */
  children: ReactNode
}

/** The maximum loss of a sheet's act, and its button: always in view, also above a keyboard. */
export const SheetFoot = ({ note, children }: SheetFootProps) => (
  <div className={css.foot}>
    {typeof note === 'string' ? <p className={css.note}>{note}</p> : note}
    {children}
  </div>
)
