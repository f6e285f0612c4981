import type { ReactNode } from 'react'
import { useWords } from '../i18n/index.ts'
import { Icon } from './icons.tsx'
import { type Step, Steps } from './steps.tsx'
import css from './transfer-row.module.css'

export type TransferRowProps = {
  amount: ReactNode
  state: ReactNode
  /** How it ended: as hoped, otherwise, or not yet. */
  tone: 'good' | 'bad' | undefined
  /** Smaller lines below: where it goes and since when, why it stopped, how far it has come. */
  notes: readonly ReactNode[]
  steps: readonly Step[]
  /** What more there is once it is unfolded. */
  children?: ReactNode
}

/** Money on its way in or out: how much, how it stands, and, unfolded, each step with its time. */
export function TransferRow({ amount, state, tone, notes, steps, children }: TransferRowProps) {
  const { t } = useWords()
  return (
    <details className={css.row}>
      <summary className={css.head}>
        <span className={css.amount}>{amount}</span>
        <span className={css.state} data-tone={tone}>
          {state}
        </span>
        <Icon name="forward" size={20} className={css.fold} />
        {notes.map((note, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a line is its place
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
