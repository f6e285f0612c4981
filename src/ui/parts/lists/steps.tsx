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
}

const signs = { done: check, stopped: close } as const

/** A vertical list of steps with their times. `label`: for screen readers. */
export function Steps({ label, steps }: { label: string; steps: readonly Step[] }) {
  const { t } = useLabels()
  return (
    <ol className={css.steps} aria-label={label}>
      {steps.map(({ id, title, state, at, note }) => (
        <li key={id} className={css.step} data-state={state} aria-current={state === 'now' ? 'step' : undefined}>
          <span className={css.sign}>
            {(state === 'done' || state === 'stopped') && <Icon name={signs[state]} size={16} />}
          </span>
          <span className={css.words}>
            <span className={css.title}>
              {title}
              <span className="visually-hidden"> {t(`steps.${state}`)}</span>
            </span>
            {note !== undefined && <span className={css.note}>{note}</span>}
          </span>
          {at != null && <time className={css.time}>{formatTime(at)}</time>}
        </li>
      ))}
    </ol>
  )
}
