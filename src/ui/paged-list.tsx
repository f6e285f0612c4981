import { useSelector } from '@xstate/react'
import type { ActorRefFrom } from 'xstate'
import type { pagedListMachine } from '../machines/parts/pagedList.ts'
import { useWords } from './i18n/index.ts'
import css from './paged-list.module.css'
import { Button } from './parts/button.tsx'
import { useCameBack } from './reconnected.ts'
import { useShown } from './shown.ts'

/** The pages of a list, as the actor that keeps the list invokes them. Undefined before it does. */
export type Pages = ActorRefFrom<typeof pagedListMachine> | undefined

/** Whether a list is there to be shown. */
export const usePagesView = (pages: Pages): 'loading' | 'failed' | 'ready' =>
  useSelector(pages, (now) => (now?.hasTag('ready') ? 'ready' : now?.hasTag('failed') ? 'failed' : 'loading'))

/** The way to a list's older entries. `failedText`: what to say where they could not be loaded. */
export function More({ pages, failedText, onMore }: { pages: Pages; failedText: string; onMore: () => void }) {
  const { t } = useWords()
  const { complete, failed, busy } = useShown(pages, (now) => ({
    complete: now?.context.complete ?? true,
    failed: now?.hasTag('moreFailed') ?? false,
    busy: now?.hasTag('loadingMore') ?? false,
  }))
  useCameBack(() => failed && onMore())
  if (complete) return null
  return (
    <div className={css.more}>
      <Button kind="quiet" busy={busy} onClick={onMore}>
        {failed ? t('action.retry') : t('action.more')}
      </Button>
      <p className="fine" role="status">
        {failed && failedText}
      </p>
    </div>
  )
}
