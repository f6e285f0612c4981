import type { ReactNode } from 'react'
import { formatTime } from '../../format/format.ts'
import { useLabels } from '../../i18n/index.ts'
import { check, close } from '../marks/drawings.ts'
import { Icon } from '../marks/icons.tsx'
import css from './steps.module.css'

/** The state of a step: done, current, pending, or failed. */
export type StepState = 'done' | 'now' | 'toCome' | 'stopped'

/** A step of a process. `at`: when it was done, in seconds since the epoch; absent if not yet. */
export type Step = {
  id: string
  title: ReactNode
  state: StepState
  at?: number | null | undefined
  /** Details: what it waits for, why it stopped. */
  note?: ReactNode
  /** At the end of its line, in place of the time: a link that changes it, a count. */
  aside?: ReactNode
  /** The fields of the open step. */
  content?: ReactNode
}

const signs = { done: check, stopped: close } as const

/** A vertical list of steps: done ones are one line, the current one is open, and later ones are named. `label`: for screen readers. */
export function Steps({ label, steps }: { label: string; steps: readonly Step[] }) {
  const { t } = useLabels()
  return (
    <ol className={css.steps} aria-label={label}>
      {steps.map(({ id, title, state, at, note, aside, content }, place) => (
        <li key={id} className={css.step} data-state={state} aria-current={state === 'now' ? 'step' : undefined}>
          <span className={css.sign}>
            {state === 'done' || state === 'stopped' ? (
              <Icon name={signs[state]} size={14} />
            ) : (
              <span aria-hidden="true">{place + 1}</span>
            )}
          </span>
          <div className={css.inside}>
            <div className={css.head}>
              <span className={css.title}>
                {title}
                <span className="visually-hidden"> {t(`steps.${state}`)}</span>
              </span>
              {aside !== undefined && <span className={css.aside}>{aside}</span>}
              {at != null && <time className={css.time}>{formatTime(at)}</time>}
            </div>
            {note !== undefined && <div className={css.note}>{note}</div>}
            {content !== undefined && <div className={css.content}>{content}</div>}
          </div>
        </li>
      ))}
    </ol>
  )
}
