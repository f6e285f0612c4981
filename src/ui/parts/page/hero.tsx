import type { ReactNode } from 'react'
import { cx } from '../cx.ts'
import css from './hero.module.css'

export type HeroProps = {
  label?: ReactNode
  /** After the figure, smaller. */
  unit?: ReactNode
  /** Below the figure, or next to it if `inline`. */
  note?: ReactNode
  inline?: boolean
  /** The figure. */
  children: ReactNode
}

/** The main figure of a page. */
export const Hero = ({ label, unit, note, inline = false, children }: HeroProps) => (
  <div className={cx(inline && css.inline)}>
    {label !== undefined && <p className={css.label}>{label}</p>}
    <p className={css.figure}>
      {children}
      {unit !== undefined && <span className={css.unit}>{unit}</span>}
    </p>
    {note !== undefined && <p className={css.note}>{note}</p>}
  </div>
)
