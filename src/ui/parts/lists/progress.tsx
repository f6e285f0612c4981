import type { ReactNode } from 'react'
import css from './progress.module.css'

type ProgressProps = {
  /** For screen readers. */
  label: string
  value: number
  max: number
  /** Below its start, its middle and its end. */
  start?: ReactNode
  middle?: ReactNode
  end?: ReactNode
}

/** A progress bar: of a term, a count, an upload. */
export const Progress = ({ label, value, max, start, middle, end }: ProgressProps) => (
  <div>
    <progress className={css.bar} aria-label={label} max={max} value={value} />
    {(start !== undefined || end !== undefined) && (
      <p className={css.ends}>
        <span>{start}</span>
        {middle !== undefined && <span>{middle}</span>}
        <span className={css.end}>{end}</span>
      </p>
    )}
  </div>
)
