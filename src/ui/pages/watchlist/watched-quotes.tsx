import { useLabels } from '../../i18n/index.ts'
import { QuoteList } from '../market/quote-list.tsx'
import { useListed } from '../market/use-board.ts'
import { NoneWatched, Waiting } from './none-watched.tsx'
import { useWatched, watchedIn } from './use-watched.ts'

/** The watchlist with prices. */
export function WatchedQuotes() {
  const { t } = useLabels()
  const listed = useListed()
  const watched = useWatched()
  return (
    <>
      <Waiting />
      <QuoteList label={t('watchlist.list')} instruments={watchedIn(listed, watched)} empty={<NoneWatched />} />
    </>
  )
}
