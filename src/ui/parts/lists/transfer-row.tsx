import type { ReactNode } from 'react'
import { useLabels } from '../../i18n/index.ts'
import { Icon } from '../marks/icons.tsx'
import { type Step, Steps } from './steps.tsx'
import css from './transfer-row.module.css'

export type TransferRowProps = {
  amount: ReactNode
  state: ReactNode
  /** The outcome: succeeded, failed, or pending. */
  tone: 'good' | 'bad' | undefined
  /** Smaller lines below: destination and start, failure reason, progress. */
  notes: readonly ReactNode[]
  steps: readonly Step[]
  /** Expanded content. */
  children?: ReactNode
}

/** A transfer in or out: amount, state, and, expanded, each step with its time. */
export function TransferRow({ amount, state, tone, notes, steps, children }: TransferRowProps) {
  const { t } = useLabels()
  return (
    <details className={css.row}>
      <summary className={css.head}>
        <span className={css.amount}>{amount}</span>
        <span className={css.state} data-tone={tone}>
          {state}
        </span>
        <Icon name="forward" size={20} className={css.fold} />
        {notes.map((note, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a line is identified by its position
          <span key={at} className={css.note}>
            {note}
          </span>
        ))}
      </summary>
      <div className={css.inside}>
        <Steps label={t('steps.label')} steps={steps} />
        {children}
      </div>
    </details>
  )
}
