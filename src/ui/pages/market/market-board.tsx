import { memo, useDeferredValue, useMemo } from 'react'
import type { InstrumentKind } from '../../../rules/market/instruments.ts'
import { useServices } from '../../app/services.ts'
import { longName, pairName } from '../../format/instrument-names.ts'
import { useLabels } from '../../i18n/index.ts'
import { SearchField } from '../../parts/fields/search-field.tsx'
import { SortHeader } from '../../parts/lists/sort-header.tsx'
import { Empty } from '../../parts/page/states.tsx'
import { Tabs } from '../../parts/page/tabs.tsx'
import { usePlaceState } from '../../router/router.ts'
import { NoneWatched, Waiting } from '../watchlist/none-watched.tsx'
import { Star } from '../watchlist/star.tsx'
import { useWatched, watchedIn } from '../watchlist/use-watched.ts'
import { type BoardColumn, type BoardOrder, isBoardOrder, isMatch, nextOrder, sortBoard } from './board.ts'
import css from './market.module.css'
import { QuoteList } from './quote-list.tsx'
import { useBoard, useListed } from './use-board.ts'

type Shown = 'all' | 'watched' | InstrumentKind

const kinds = ['all', 'watched', 'crypto', 'forex', 'metal'] as const
const isShown = (value: unknown): value is Shown => kinds.some((kind) => kind === value)
const isText = (value: unknown): value is string => typeof value === 'string'
const asListed: BoardOrder = { by: 'listed' }

const columns: readonly BoardColumn[] = ['name', 'price', 'change']

/** All markets: searchable by name, sortable by price and change as of the press. `source`: the page does not say it elsewhere. */
export function MarketBoard({ source = true }: { source?: boolean }) {
  const { t } = useLabels()
  const [shown, show] = usePlaceState<Shown>('kind', 'all', isShown)
  const [query, search] = usePlaceState('query', '', isText)
  const [order, sort] = usePlaceState('order', asListed, isBoardOrder)
  const watched = useWatched()
  const tabs = [
    { value: 'all', label: t('market.all') },
    { value: 'watched', label: t('market.watchlist') },
    { value: 'crypto', label: t('market.crypto') },
    { value: 'forex', label: t('market.forex') },
    { value: 'metal', label: t('market.metals') },
  ] as const
  return (
    <>
      <search className={css.search}>
        <SearchField label={t('market.search')} value={query} onChange={search} />
      </search>
      <Tabs label={t('market.kinds')} tabs={tabs} value={shown} onChange={show}>
        {(shown !== 'watched' || watched.length > 0) && (
          <SortHeader
            label={t('market.sort')}
            className={css.sort}
            columns={columns.map((value) => ({ value, label: t(`market.sort.${value}`) }))}
            sorted={order.by === 'listed' ? undefined : order}
            onSort={(by) => sort(nextOrder(order, by))}
          />
        )}
        <Found
          shown={useDeferredValue(shown)}
          query={useDeferredValue(query)}
          order={useDeferredValue(order)}
          source={source}
          show={show}
          search={search}
        />
      </Tabs>
    </>
  )
}

type FoundProps = {
  shown: Shown
  query: string
  order: BoardOrder
  source: boolean
  show: (shown: Shown) => void
  search: (query: string) => void
}

/** The markets of a choice: rendered after the next paint, so that a key or a tap is answered first. */
const Found = memo(function Found({ shown, query, order, source, show, search }: FoundProps) {
  const { quotes } = useServices()
  const { t, lang } = useLabels()
  const board = useBoard()
  const listed = useListed()
  const watched = useWatched()
  const found = useMemo(() => {
    const ofKind =
      shown === 'watched' ? watchedIn(listed, watched) : listed.filter(({ kind }) => shown === 'all' || kind === shown)
    const matching = ofKind.filter((each) => isMatch(each, query, [longName(each, { t, lang }), pairName(each)]))
    return board === 'ready' ? sortBoard(matching, order, quotes.current) : matching
  }, [listed, watched, shown, query, order, t, lang, board, quotes])
  const empty = query.trim() !== '' && (
    <Empty
      title={t('market.noMatch', { query: query.trim() })}
      text={t('market.noMatchHint')}
      action={{
        onClick: () => {
          search('')
          show('all')
        },
        label: t('market.showAll'),
      }}
    />
  )
  return (
    <>
      {shown === 'watched' && <Waiting />}
      <QuoteList
        label={t(shown === 'watched' ? 'watchlist.list' : 'title.market')}
        instruments={found}
        shapes={9}
        source={source}
        beside={(instrument) => <Star instrument={instrument} className={css.star} />}
        empty={empty || (shown === 'watched' ? <NoneWatched /> : undefined)}
      />
    </>
  )
})
