import { useSelector } from '@xstate/react'
import { lazy, type ReactNode, Suspense, useMemo } from 'react'
import type { InstrumentKind } from '../../../rules/market/instruments.ts'
import { loadedWith } from '../../app/loader.ts'
import { useServices } from '../../app/services.ts'
import { type UiKey, useLabels } from '../../i18n/index.ts'
import { LinkButton } from '../../parts/buttons/button.tsx'
import { Header } from '../../parts/page/header.tsx'
import { LazyPage } from '../../parts/page/lazy-page.tsx'
import { Tabs } from '../../parts/page/tabs.tsx'
import { MARKETS } from '../../router/places.ts'
import { page } from '../../router/route.ts'
import { usePlaceState } from '../../router/router.ts'
import { market } from '../market/part.ts'
import { QuoteList } from '../market/quote-list.tsx'
import { useListed } from '../market/use-board.ts'
import { wallet } from '../wallet/part.ts'
import { Guest } from './guest.tsx'
import css from './home.module.css'
import { home } from './part.ts'

const own = () => import('./own.ts')
const deferred = () => import('./deferred.ts')

const balance = page(() => own().then(({ Balance }) => Balance))
const firstTrade = page(() => own().then(({ FirstTrade }) => FirstTrade))
const reading = page(() => deferred().then(({ Reading }) => Reading))
const boards = {
  movers: page(() => deferred().then(({ Movers }) => Movers)),
  watched: page(() => deferred().then(({ WatchedQuotes }) => WatchedQuotes)),
}

/** If its code fails to load, the account page also links to the messages. */
const LaterBell = lazy<() => ReactNode>(() =>
  own().then(
    ({ LaterBell }) => ({ default: LaterBell }),
    () => ({ default: () => null }),
  ),
)

/** A selection; the markets page has all. */
const ROWS_MAX = 8

type Shown = InstrumentKind | keyof typeof boards

const labels = {
  watched: 'market.watchlist',
  movers: 'market.movers',
  crypto: 'market.crypto',
  forex: 'market.forex',
  metal: 'market.metals',
} as const satisfies Record<Shown, UiKey>
const kinds = Object.keys(labels) as Shown[]
const isKind = (value: unknown): value is Shown => kinds.some((kind) => kind === value)

/** Home: equity, shortcuts, what runs, and markets. */
export function HomePage() {
  const { session, parts } = useServices()
  const { t } = useLabels()
  const firstStep = useMemo(() => loadedWith(firstTrade, parts(home)), [parts])
  const standing = useMemo(() => loadedWith(balance, parts(wallet), parts(home)), [parts])
  const [kind, setKind] = usePlaceState<Shown>('kind', 'crypto', isKind)
  const signedIn = useSelector(session, (now) => now.hasTag('signedIn'))
  const board = useMemo(
    () => (kind === 'movers' || kind === 'watched' ? loadedWith(boards[kind], parts(market)) : undefined),
    [kind, parts],
  )
  const listed = useListed()
  const all = (
    <LinkButton kind="plain" to={MARKETS}>
      {t('home.allMarkets')}
    </LinkButton>
  )
  return (
    <>
      <Header title={t('app.name')} trailing={<Suspense fallback={null}>{signedIn && <LaterBell />}</Suspense>} />
      <div className={css.page}>
        {signedIn ? (
          <>
            <div className={css.standing}>
              <LazyPage page={standing} shapes={['line', 'hero', 'card', 'tiles', 'card']} />
            </div>
            <div>
              <Tabs
                label={t('market.kinds')}
                tabs={kinds.map((value) => ({ value, label: t(labels[value]) }))}
                value={kind}
                onChange={setKind}
              >
                {board ? (
                  <LazyPage page={board} shapes={['row', 'row', 'row']} />
                ) : (
                  <QuoteList
                    label={t('title.market')}
                    instruments={listed.filter((instrument) => instrument.kind === kind).slice(0, ROWS_MAX)}
                  />
                )}
              </Tabs>
              <p className={css.more}>{all}</p>
            </div>
          </>
        ) : (
          <Guest listed={listed} all={all} />
        )}
        <LazyPage page={reading} shapes={[]} />
        {signedIn && <LazyPage page={firstStep} shapes={[]} />}
      </div>
    </>
  )
}
