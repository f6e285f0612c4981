import { useSelector } from '@xstate/react'
import type { ReactNode } from 'react'
import type { ActorRefFrom } from 'xstate'
import type { pagedListMachine } from '../../machines/parts/pagedList.ts'
import { useCameBack } from '../app/reconnected.ts'
import { useShown } from '../app/shown.ts'
import { useLabels } from '../i18n/index.ts'
import { Button } from '../parts/buttons/button.tsx'
import { List } from '../parts/lists/list.tsx'
import { type Shape, Skeleton } from '../parts/page/states.tsx'
import { AsOf } from './as-of.tsx'
import { LoadFailure } from './load-failure.tsx'
import css from './paged-list.module.css'

/** The paging actor of a list. Undefined before it is invoked. */
export type Pages = ActorRefFrom<typeof pagedListMachine> | undefined

/** Whether a list is loaded. */
export const usePagesView = (pages: Pages): 'loading' | 'failed' | 'ready' =>
  useSelector(pages, (now) => (now?.hasTag('ready') ? 'ready' : now?.hasTag('failed') ? 'failed' : 'loading'))

type EntriesProps<Entry> = {
  pages: Pages
  entries: readonly Entry[]
  row: (entry: Entry) => ReactNode
  shapes: readonly Shape[]
  /** The list's name, for screen readers. */
  label?: string
  /** The style of a list that is not one of rows. */
  className?: string | undefined
  /** The text if the list could not be loaded. */
  failed: string
  /** The text if older entries could not be loaded; by default the same. */
  moreFailed?: string
  /** The empty state. */
  none: ReactNode
}

/** A list in each of its states: loading, failed, empty, and its entries with the button for older ones. */
export function Entries<Entry extends { id: string }>(props: EntriesProps<Entry>) {
  const { pages, entries, row, shapes, label = '', className, failed, moreFailed = failed, none } = props
  const { t } = useLabels()
  const view = usePagesView(pages)
  const asOf = useSelector(pages, (now) => now?.context.asOf)
  const retry = () => pages?.send({ type: 'list.retry' })
  useCameBack(retry)
  if (view === 'loading') return <Skeleton shapes={shapes} />
  if (view === 'failed') {
    return <LoadFailure title={failed} text={t('page.failedHint')} onRetry={retry} />
  }
  if (entries.length === 0) {
    return (
      <>
        <AsOf at={asOf} />
        {none}
      </>
    )
  }
  const rows = entries.map((entry) => <li key={entry.id}>{row(entry)}</li>)
  return (
    <>
      <AsOf at={asOf} />
      {className === undefined ? <List label={label}>{rows}</List> : <ul className={className}>{rows}</ul>}
      <More pages={pages} failedText={moreFailed} />
    </>
  )
}

/** The button for older entries. `failedText`: the text if they could not be loaded. */
export function More({ pages, failedText }: { pages: Pages; failedText: string }) {
  const { t } = useLabels()
  const { complete, failed, busy } = useShown(pages, (now) => ({
    complete: now?.context.complete ?? true,
    failed: now?.hasTag('moreFailed') ?? false,
    busy: now?.hasTag('loadingMore') ?? false,
  }))
  const more = () => pages?.send({ type: 'list.more' })
  useCameBack(() => failed && more())
  if (complete) return null
  return (
    <div className={css.more}>
      <Button kind="quiet" busy={busy} onClick={more}>
        {failed ? t('action.retry') : t('action.more')}
      </Button>
      <p className="fine" role="status">
        {failed && failedText}
      </p>
    </div>
  )
}
