import { useSelector } from '@xstate/react'
import { useState } from 'react'
import { usePart } from '../../app/part.ts'
import { pairName } from '../../format/instrument-names.ts'
import { useLabels } from '../../i18n/index.ts'
import { Button } from '../../parts/buttons/button.tsx'
import { Skeleton } from '../../parts/page/states.tsx'
import { ActionBar } from '../../parts/sheet/action-bar.tsx'
import { market } from '../market/part.ts'
import { QuoteList } from '../market/quote-list.tsx'
import { useListed } from '../market/use-board.ts'
import css from './none-watched.module.css'
import { StarButton } from './star.tsx'
import { watchedIn } from './use-watched.ts'

/** Markets to start a watchlist with; the first of them are chosen. */
const FEW = ['BTCUSDT', 'ETHUSDT', 'EURUSD', 'XAUUSD', 'SOLUSDT']
const CHOSEN = 2

/** Empty state of the watchlist, once loaded: a few markets to add. */
export function NoneWatched() {
  const { watchlist } = usePart(market)
  const known = useSelector(watchlist, (now) => now.hasTag('known'))
  if (!known) return <Skeleton shapes={['row', 'row', 'row', 'row', 'row']} />
  return (
    <Few
      onAdd={(symbols) => {
        for (const symbol of symbols) watchlist.send({ type: 'watch.toggle', symbol })
      }}
    />
  )
}

function Few({ onAdd }: { onAdd: (symbols: readonly string[]) => void }) {
  const { t } = useLabels()
  const few = watchedIn(useListed(), FEW)
  const [chosen, choose] = useState<readonly string[]>(few.slice(0, CHOSEN).map(({ symbol }) => symbol))
  const turn = (symbol: string) =>
    choose(chosen.includes(symbol) ? chosen.filter((each) => each !== symbol) : [...chosen, symbol])
  return (
    <div className={css.none}>
      <div>
        <h2 className={css.title}>{t('watchlist.empty')}</h2>
        <p className="muted">{t('watchlist.emptyHint')}</p>
      </div>
      <QuoteList
        label={t('watchlist.few')}
        instruments={few}
        source={false}
        beside={(instrument) => (
          <StarButton
            label={t('watchlist.choose', { name: pairName(instrument) })}
            on={chosen.includes(instrument.symbol)}
            toggles
            onClick={() => turn(instrument.symbol)}
          />
        )}
      />
      <ActionBar>
        <Button disabled={chosen.length === 0} onClick={() => onAdd(chosen)}>
          {chosen.length === 0 ? t('watchlist.chooseOne') : t('watchlist.addSome', { count: chosen.length })}
        </Button>
      </ActionBar>
    </div>
  )
}

/** Notice that local changes wait for a connection. */
export function Waiting() {
  const { t } = useLabels()
  const waits = useSelector(usePart(market).watchlist, (now) => now.hasTag('failed') && now.context.pending.length > 0)
  return <p className="muted">{waits && t('watchlist.pending')}</p>
}
