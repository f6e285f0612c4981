import type { ReactNode } from 'react'
import type { Direction } from '../../../rules/microtrade/microtrade.ts'
import css from './way-mark.module.css'

/** An order's direction, shown by text, arrow and colour. */
export const WayMark = ({ way, children }: { way: Direction; children: ReactNode }) => (
  <span className={css.direction} data-direction={way}>
    <svg className={css.arrow} viewBox="0 0 10 10" aria-hidden="true">
      <path d="M5 1 9.5 9h-9z" />
    </svg>
    {children}
  </span>
)
