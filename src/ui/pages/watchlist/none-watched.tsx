import { useSelector } from '@xstate/react'
import { usePart } from '../../app/part.ts'
import { useLabels } from '../../i18n/index.ts'
import { Empty, Skeleton } from '../../parts/page/states.tsx'
import { market } from '../market/part.ts'

/** Empty state of the watchlist, once loaded. */
export function NoneWatched() {
  const { t } = useLabels()
  const known = useSelector(usePart(market).watchlist, (now) => now.hasTag('known'))
  if (!known) return <Skeleton shapes={['row', 'row', 'row']} />
  return <Empty title={t('watchlist.empty')} text={t('watchlist.emptyHint')} />
}

/** Notice that local changes wait for a connection. */
export function Waiting() {
  const { t } = useLabels()
  const waits = useSelector(usePart(market).watchlist, (now) => now.hasTag('failed') && now.context.pending.length > 0)
  return <p className="muted">{waits && t('watchlist.pending')}</p>
}
