import type { ReactNode } from 'react'
import { Icon, type IconName } from '../marks/icons.tsx'
import css from './message-row.module.css'

export type MessageRowProps = {
  icon: IconName
  title: ReactNode
  /** One or two lines below. */
  detail?: ReactNode
  time: ReactNode
  /** Its result, such as a P&L. */
  result?: ReactNode
  /** The words of the unread dot; undefined once it is read. */
  unread?: string | undefined
  onClick: () => void
}

/** A message of a list: its title on one line, its details on two at most, time and result at the end. */
export const MessageRow = ({ icon, title, detail, time, result, unread, onClick }: MessageRowProps) => (
  <button type="button" className={css.row} onClick={onClick}>
    {unread !== undefined && (
      <span className={css.dot}>
        <span className="visually-hidden">{unread}</span>
      </span>
    )}
    <Icon name={icon} size={20} className={css.icon} />
    <span className={css.words}>
      <span className={css.title} data-may-cut="">
        {title}
      </span>
      {detail !== undefined && (
        <span className={css.detail} data-may-cut="">
          {detail}
        </span>
      )}
    </span>
    <span className={css.end}>
      <span className={css.time}>{time}</span>
      {result !== undefined && <span className={css.result}>{result}</span>}
    </span>
  </button>
)
