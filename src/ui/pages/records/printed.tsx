import type { ReactNode } from 'react'
import { EyeButton } from '../../eye-button.tsx'
import { useWords } from '../../i18n/index.ts'
import { LoadFailure } from '../../load-failure.tsx'
import { Button } from '../../parts/button.tsx'
import { type Bone, Skeleton } from '../../parts/states.tsx'
import css from './statement.module.css'

type PrintedProps<Value> = {
  /** What it shows; null as long as it is on its way. */
  value: Value | null
  failed: boolean
  onRetry: () => void
  bones: readonly Bone[]
  title: (value: Value) => string
  /** What stands below the title. */
  below?: (value: Value) => ReactNode
  children: (value: Value) => ReactNode
}

/** What is read and printed: its title with the eye, what it says, and the button that prints it. */
export function Printed<Value>({ value, failed, onRetry, bones, title, below, children }: PrintedProps<Value>) {
  const { t } = useWords()
  if (failed) return <LoadFailure title={t('records.failed')} text={t('page.failedHint')} onRetry={onRetry} />
  if (value === null) return <Skeleton bones={bones} />
  return (
    <article className={css.statement}>
      <div>
        <div className={css.head}>
          <h2 className={css.month}>{title(value)}</h2>
          <EyeButton />
        </div>
        {below?.(value)}
      </div>
      {children(value)}
      <div className={css.print}>
        <Button kind="quiet" onClick={() => print()}>
          {t('records.print')}
        </Button>
      </div>
    </article>
  )
}
