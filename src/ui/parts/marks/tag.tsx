import type { ReactNode } from 'react'
import css from './tag.module.css'

export type TagTone = 'plain' | 'rise' | 'fall' | 'good' | 'bad' | 'warn'

/** A type or a state, in one or two words. `rise`, `fall`: a side; `good`, `bad`, `warn`: a state. */
export const Tag = ({ tone = 'plain', children }: { tone?: TagTone; children: ReactNode }) => (
  <span className={css.tag} data-tone={tone}>
    {children}
  </span>
)
