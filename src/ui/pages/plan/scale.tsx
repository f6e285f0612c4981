import type { ReactNode } from 'react'
import css from './scale.module.css'

type Mark = { ppm: number; label: ReactNode }

type ScaleProps = {
  /** For screen readers: all that it shows. */
  label: string
  worst: Mark
  mean: Mark
  /** The range of most terms, and the best possible one, in millionths. */
  lowPpm: number
  highPpm: number
  bestPpm: number
}

/** The results of a term to scale: the worst, zero, the range of most terms, and their mean. Drawn with floats. */
export function Scale({ label, worst, mean, lowPpm, highPpm, bestPpm }: ScaleProps) {
  const at = (ppm: number) => `${((ppm - worst.ppm) / (bestPpm - worst.ppm)) * 100}%`
  return (
    <div className={css.scale} role="img" aria-label={label}>
      <div className={css.track}>
        <span
          className={css.band}
          style={{ insetInlineStart: at(lowPpm), insetInlineEnd: `calc(100% - ${at(highPpm)})` }}
        />
        <span className={css.worst} />
        <span className={css.zero} style={{ insetInlineStart: at(0) }} />
        <span className={css.mean} style={{ insetInlineStart: at(mean.ppm) }} />
      </div>
      <p className={css.ends}>
        <span className="fall">{worst.label}</span>
        <span className={css.middle} style={{ insetInlineStart: at(0) }}>
          0
        </span>
        <span>{mean.label}</span>
      </p>
    </div>
  )
}
