import type { ReactNode } from 'react'
import type { IconName } from '../marks/icons.tsx'
import { Icon } from '../marks/icons.tsx'
import css from './statement.module.css'

export type StatementProps = {
  icon: IconName
  tone?: 'warn'
  title: ReactNode
  text: ReactNode
  /** Details: facts, a card. */
  more?: ReactNode
  /** The next steps, most likely first. */
  actions: ReactNode
  /** Small print below them. */
  fine?: ReactNode
  /** Content that may load late; at the bottom it shifts nothing. */
  last?: ReactNode
}

/** A status page with next steps. Screen readers announce changes of its text. */
export const Statement = ({ icon, tone, title, text, more, actions, fine, last }: StatementProps) => (
  <div className={css.statement}>
    <div role="status">
      <span className={css.icon} data-tone={tone}>
        <Icon name={icon} />
      </span>
      <h2 className={css.title}>{title}</h2>
      <p className={css.text}>{text}</p>
    </div>
    {more}
    <div className={css.actions}>
      {actions}
      {fine !== undefined && <p className="fine">{fine}</p>}
    </div>
    {last}
  </div>
)
