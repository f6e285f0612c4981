import type { ReactNode } from 'react'
import { cx } from '../cx.ts'
import { Icon } from '../marks/icons.tsx'
import css from './folded.module.css'

type FoldedProps = {
  title: ReactNode
  /** As a card. */
  framed?: boolean
  children: ReactNode
}

/** Content that opens below its title. */
export const Folded = ({ title, framed = false, children }: FoldedProps) => (
  <details className={cx(css.folded, framed && css.framed)}>
    <summary>
      <span>{title}</span>
      <Icon name="forward" size={20} className={css.fold} />
    </summary>
    {children}
  </details>
)
