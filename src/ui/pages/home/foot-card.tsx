import type { ReactNode } from 'react'
import { Card } from '../../parts/lists/list.tsx'
import css from './own.module.css'

/** One row at the bottom of the page, where late loading moves nothing. */
export const Foot = ({ children }: { children: ReactNode }) => (
  <div className={css.open}>
    <Card menu>{children}</Card>
  </div>
)
