import type { ReactNode } from 'react'
import css from './sheet-foot.module.css'

type SheetFootProps = {
  /** What can be lost, in a figure or a sentence: right above the button. */
  note?: ReactNode
  /** The button. */
  children: ReactNode
}

/** What can be lost by the act of a sheet, and its button: in sight however little of the sheet is, as above a keyboard. */
export const SheetFoot = ({ note, children }: SheetFootProps) => (
  <div className={css.foot}>
    {typeof note === 'string' ? <p className={css.note}>{note}</p> : note}
    {children}
  </div>
)
