import type { ReactNode } from 'react'
import { cx } from '../cx.ts'
import css from './action-bar.module.css'

/** A term and its value, above the button. */
type Line = { term: ReactNode; value: ReactNode }

type ActionBarProps = {
  /** On a page: fixed to its lower end instead of following its form. */
  fixed?: boolean
  /** Smaller lines above, such as the parts of the largest one. */
  sum?: readonly Line[] | undefined
  /** The maximum loss, or the least proceeds: larger than any figure beside it. */
  worst?: (Line & { isLoss?: boolean }) | undefined
  /** A second, smaller line below that. */
  also?: Line | undefined
  /** What else is to be known before the act. It scrolls with the content. */
  note?: ReactNode
  /** Two buttons of equal weight, side by side where there is room. */
  pair?: boolean
  /** The button. */
  children: ReactNode
}

/** The maximum loss of an act and its button: always in view in a sheet, and above a keyboard, where they are one row. */
export const ActionBar = ({ fixed = false, pair = false, sum = [], worst, also, note, children }: ActionBarProps) => (
  <>
    {typeof note === 'string' ? <p className={css.note}>{note}</p> : note}
    <div className={cx(css.bar, fixed && css.fixed)} data-act-bar={fixed ? '' : undefined}>
      {sum.length > 0 && (
        <div className={css.sum}>
          {sum.map(({ term, value }, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a line of a sum is its place
            <p key={at} className={css.also}>
              <span>{term}</span>
              <span className={css.part}>{value}</span>
            </p>
          ))}
        </div>
      )}
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
      <div className={cx(css.act, pair && css.pair)}>{children}</div>
    </div>
  </>
)
