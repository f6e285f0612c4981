import type { ReactNode } from 'react'
import { useLabels } from '../../i18n/index.ts'
import { LoadFailure } from '../../lists/load-failure.tsx'
import { Button } from '../../parts/buttons/button.tsx'
import { EyeButton } from '../../parts/buttons/eye-button.tsx'
import { type Shape, Skeleton } from '../../parts/page/states.tsx'
import { ActionBar } from '../../parts/sheet/action-bar.tsx'
import css from './statement.module.css'

type PrintedProps<Value> = {
  /** The content; null while loading. */
  value: Value | null
  failed: boolean
  onRetry: () => void
  shapes: readonly Shape[]
  title: (value: Value) => ReactNode
  /** A button beside the one that prints. */
  beside?: ReactNode
  children: (value: Value) => ReactNode
}

/** A printable document: title with the eye button, content, and the button that prints. */
export function Printed<Value>({ value, failed, onRetry, shapes, title, beside, children }: PrintedProps<Value>) {
  const { t } = useLabels()
  if (failed) return <LoadFailure title={t('records.failed')} text={t('page.failedHint')} onRetry={onRetry} />
  if (value === null) return <Skeleton shapes={shapes} />
  return (
    <article className={css.statement}>
      <div className={css.head}>
        <h2 className={css.month}>{title(value)}</h2>
        <EyeButton />
      </div>
      {children(value)}
      <div className={css.print}>
        <ActionBar fixed pair={beside !== undefined}>
          <Button kind="quiet" onClick={() => print()}>
            {t('records.print')}
          </Button>
          {beside}
        </ActionBar>
      </div>
    </article>
  )
}
