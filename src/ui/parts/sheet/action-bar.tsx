import type { ReactNode } from 'react'
import { cx } from '../cx.ts'
import css from './action-bar.module.css'

/** A term and its value, above the button. */
type Line = { term: ReactNode; value: ReactNode }

type ActionBarProps = {
  /** The maximum loss, or the least proceeds: larger than any figure beside it. */
  worst?: (Line & { isLoss?: boolean }) | undefined
  /** A second, smaller line below that. */
  also?: Line | undefined
  /** What else is to be known before the act. It scrolls with the content. */
  note?: ReactNode
  /** The button. */
  children: ReactNode
}

/** The maximum loss of an act and its button: always in view in a sheet, and above a keyboard, where they are one row. */
export const ActionBar = ({ worst, also, note, children }: ActionBarProps) => (
  <>
    {typeof note === 'string' ? <p className={css.note}>{note}</p> : note}
    <div className={css.bar}>
      {worst && (
        <div className={css.worst}>
          <p className={css.line}>
            <span>{worst.term}</span>
            <span className={cx(css.value, 'own-line')} data-loss={worst.isLoss ? '' : undefined}>
              {worst.value}
            </span>
          </p>
          {also && (
            <p className={css.also}>
              <span>{also.term}</span>
              <span>{also.value}</span>
            </p>
          )}
        </div>
      )}
      <div className={css.act}>{children}</div>
    </div>
  </>
)
