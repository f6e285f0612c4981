import { useSelector } from '@xstate/react'
import type { ActorRefFrom } from 'xstate'
import type { pagedListMachine } from '../../machines/parts/pagedList.ts'
import { useCameBack } from '../app/reconnected.ts'
import { useShown } from '../app/shown.ts'
import { useWords } from '../i18n/index.ts'
import { Button } from '../parts/buttons/button.tsx'
import css from './paged-list.module.css'

/** The paging actor of a list. Undefined before it is invoked. */
export type Pages = ActorRefFrom<typeof pagedListMachine> | undefined

/** Whether a list is loaded. */
export const usePagesView = (pages: Pages): 'loading' | 'failed' | 'ready' =>
  useSelector(pages, (now) => (now?.hasTag('ready') ? 'ready' : now?.hasTag('failed') ? 'failed' : 'loading'))

/** The button for older entries. `failedText`: the text if they could not be loaded. */
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
