import type { ReactNode } from 'react'
import { Card } from '../../parts/list.tsx'
import css from './own.module.css'

/** One row in sight at the foot of the page, where its coming moves nothing. */
export const Foot = ({ children }: { children: ReactNode }) => (
  <div className={css.open}>
    <Card menu>{children}</Card>
  </div>
)
