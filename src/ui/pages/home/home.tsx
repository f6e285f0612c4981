import { useSelector } from '@xstate/react'
import { lazy, type ReactNode, Suspense, useMemo } from 'react'
import type { InstrumentKind } from '../../../rules/instruments.ts'
import { usePlaceState } from '../../hash.ts'
import { useWords } from '../../i18n/index.ts'
import { loadedWith } from '../../loader.ts'
import { LinkButton } from '../../parts/button.tsx'
import { Header } from '../../parts/header.tsx'
import { LazyPage } from '../../parts/lazy-page.tsx'
import { Tabs } from '../../parts/tabs.tsx'
import { page } from '../../route.ts'
import { useServices } from '../../services.ts'
import { QuoteList } from '../market/quote-list.tsx'
import { useListed } from '../market/use-board.ts'
import { wallet } from '../wallet/part.ts'
import { Guest } from './guest.tsx'
import css from './home.module.css'

/** For whoever is signed in alone: a guest loads none of these. */
const balance = page(() => import('./balance.tsx').then(({ Balance }) => Balance))

/** Where its code does not come, the account page leads to the messages too. */
const LaterBell = lazy<() => ReactNode>(() => import('../inbox/later-bell.tsx').catch(() => ({ default: () => null })))

const foot = page(() => import('./foot.tsx').then(({ HomeFoot }) => HomeFoot))

const latest = page(() => import('../news/pages.tsx').then(({ LatestNews }) => LatestNews))

/** Enough for a first look; the markets page has all. */
const ROWS_MAX = 8

const kinds: readonly unknown[] = ['crypto', 'forex', 'metal'] satisfies InstrumentKind[]
const isKind = (value: unknown): value is InstrumentKind => kinds.includes(value)

/** The first page: what someone has, where to go, and what the markets do. */
export function HomePage() {
  const { session, parts } = useServices()
  const { t } = useWords()
  const own = useMemo(() => loadedWith(balance, parts(wallet)), [parts])
  const [kind, setKind] = usePlaceState<InstrumentKind>('kind', 'crypto', isKind)
  const signedIn = useSelector(session, (now) => now.hasTag('signedIn'))
  const listed = useListed()
  const tabs = [
    { value: 'crypto', label: t('market.crypto') },
    { value: 'forex', label: t('market.forex') },
    { value: 'metal', label: t('market.metals') },
  ] as const
  return (
    <>
      <Header title={t('title.home')} trailing={<Suspense fallback={null}>{signedIn && <LaterBell />}</Suspense>} />
      <div className={css.page}>
        {signedIn ? <LazyPage page={own} bones={['line', 'hero', 'tiles']} /> : <Guest />}
        <div>
          <Tabs label={t('market.kinds')} tabs={tabs} value={kind} onChange={setKind}>
            <QuoteList
              label={t('home.quotes')}
              instruments={listed.filter((instrument) => instrument.kind === kind).slice(0, ROWS_MAX)}
            />
          </Tabs>
          <p className={css.more}>
            <LinkButton kind="plain" to="/pages/market/index">
              {t('home.allMarkets')}
            </LinkButton>
          </p>
        </div>
        <LazyPage page={latest} bones={[]} />
        {signedIn && <LazyPage page={foot} bones={[]} />}
      </div>
    </>
  )
}
