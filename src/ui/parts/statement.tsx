import type { ReactNode } from 'react'
import type { IconName } from './icons.tsx'
import { Icon } from './icons.tsx'
import css from './statement.module.css'

export type StatementProps = {
  icon: IconName
  title: ReactNode
  text: ReactNode
  /** What helps to understand it: facts, a card. */
  more?: ReactNode
  /** The ways on, the likeliest first. */
  actions: ReactNode
  /** The small print below them. */
  fine?: ReactNode
  /** What may come late: below all else it moves nothing. */
  last?: ReactNode
}

/** A page that says how things stand, and shows the ways on. A screen reader hears when the words change. */
export const Statement = ({ icon, title, text, more, actions, fine, last }: StatementProps) => (
  <div className={css.statement}>
    <div role="status">
      <span className={css.icon}>
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
