import type { ReactNode } from 'react'
import type { Direction } from '../../../rules/microtrade.ts'
import { useWords } from '../../i18n/index.ts'
import css from './direction.module.css'

/** An order's direction, shown by text, arrow and colour. */
export const WayMark = ({ way, children }: { way: Direction; children: ReactNode }) => (
  <span className={css.direction} data-direction={way}>
    <svg className={css.arrow} viewBox="0 0 10 10" aria-hidden="true">
      <path d="M5 1 9.5 9h-9z" />
    </svg>
    {children}
  </span>
)

/** What was bought. */
export function DirectionWord({ direction }: { direction: Direction }) {
  const { t } = useWords()
  return <WayMark way={direction}>{t(`orders.direction.${direction}`)}</WayMark>
}
