import type { ReactNode } from 'react'
import { useLabels } from '../../i18n/index.ts'
import { LoadFailure } from '../../lists/load-failure.tsx'
import { Button } from '../../parts/buttons/button.tsx'
import { EyeButton } from '../../parts/buttons/eye-button.tsx'
import { type Shape, Skeleton } from '../../parts/page/states.tsx'
import css from './statement.module.css'

type PrintedProps<Value> = {
  /** The content; null while loading. */
  value: Value | null
  failed: boolean
  onRetry: () => void
  shapes: readonly Shape[]
  title: (value: Value) => string
  /** Content below the title. */
  below?: (value: Value) => ReactNode
  children: (value: Value) => ReactNode
}

/** A printable document: title with the eye button, content, and print button. */
export function Printed<Value>({ value, failed, onRetry, shapes, title, below, children }: PrintedProps<Value>) {
  const { t } = useLabels()
  if (failed) return <LoadFailure title={t('records.failed')} text={t('page.failedHint')} onRetry={onRetry} />
  if (value === null) return <Skeleton shapes={shapes} />
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
