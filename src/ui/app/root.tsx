import { useSelector } from '@xstate/react'
import { lazy, type ReactNode, Suspense, useEffect, useMemo, useSyncExternalStore } from 'react'
import { inbox } from '../pages/inbox/part.ts'
import { orders } from '../pages/orders/part.ts'
import { useLatest } from '../parts/bind.ts'
import { PageBoundary } from '../parts/page/lazy-page.tsx'
import { LoadingLine } from '../parts/page/loading-line.tsx'
import { StaleBar } from '../parts/page/stale-bar.tsx'
import { FROZEN, isWayIn, LOGIN, type Place, safeNext, TIP_WALLET } from '../router/places.ts'
import type { Route } from '../router/route.ts'
import { currentPlace, navigate, pathOf, placeOf, useHashPath } from '../router/router.ts'
import { corePages, routeOf } from '../router/routes.ts'
import { update } from '../update/part.ts'
import { loadedWith } from './loader.ts'
import { common } from './part.ts'
import { type Services, ServicesProvider, useServices } from './services.ts'
import { loaderOf, Shell } from './shell.tsx'
import { startAfresh } from './start-afresh.ts'
import { whenIdle } from './tasks.ts'

/** The whole interface, from the composition root's dependencies. */
export const Root = ({ services }: { services: Services }) => (
  <PageBoundary onRetry={() => void startAfresh()}>
    <ServicesProvider value={services}>
      <App />
    </ServicesProvider>
  </PageBoundary>
)

function App() {
  const { session, places } = useServices()
  const [path] = useHashPath()
  const signedIn = useSelector(session, (now) => now.hasTag('signedIn'))
  const belongsAt = useSelector(session, (now) => {
    if (now.hasTag('frozen')) return FROZEN
    if (now.hasTag('tip')) return TIP_WALLET
    return now.hasTag('login') ? LOGIN : undefined
  })
  useEffect(() => {
    const place = currentPlace()
    if (belongsAt === undefined || place.startsWith(belongsAt)) return
    const next = isWayIn(pathOf(place)) ? nextOf(places, place) : safeNext(places, place)
    navigate(placeOf(belongsAt, { next }))
  }, [belongsAt, places])
  // Not before it is known who: the page would open without their drafts.
  const isIn = useSelector(
    session,
    (now) => now.hasTag('signedIn') && (now.context.userInfo !== null || now.hasTag('unreachable')),
  )
  useEffect(() => {
    if (isIn && isWayIn(path)) navigate(nextOf(places, currentPlace()) ?? '/', { replace: true })
  }, [isIn, path, places])
  return (
    <Shell signedIn={signedIn} signInAt={belongsAt ?? LOGIN} above={<Above />}>
      <Connection />
      <Loading />
      <Wallets />
      <Later />
    </Shell>
  )
}

/** The redirect of a place after signing in. */
const nextOf = (places: readonly Place[], place: string): string | undefined =>
  safeNext(places, new URLSearchParams(place.slice(pathOf(place).length + 1)).get('next'))

const WalletChoice = lazy(() => import('./wallet-choice.tsx'))

/** The choice between several wallets, on any page. Its code is loaded on first use. */
function Wallets() {
  const { session } = useServices()
  const choosing = useSelector(session, (now) => now.hasTag('choosing'))
  return <Suspense fallback={null}>{choosing && <WalletChoice />}</Suspense>
}

const absent = () => ({ default: () => null })

const WalletFound = lazy<() => ReactNode>(() => import('./wallet-found.tsx').catch(absent))
const WrongChain = lazy<() => ReactNode>(() => import('./wrong-chain.tsx').catch(absent))

/** The warning about a wallet on another network, and the offer of one that appeared late: their code and texts are loaded after the first screen. */
function Above() {
  const texts = useServices().parts(common)
  const loaded = useSyncExternalStore(texts.subscribe, texts.now)
  return (
    <Suspense fallback={null}>
      {loaded.type === 'ready' && (
        <>
          <WrongChain />
          <WalletFound />
        </>
      )}
    </Suspense>
  )
}

/** If its code fails to load, nothing is offered. */
const Update = lazy<() => ReactNode>(() => import('../update/update.tsx').catch(absent))
const News = lazy<() => ReactNode>(() => import('./news.tsx').catch(absent))

/** News, a newer build and the user's live orders: on every page, and loaded after the first screen. */
function Later() {
  const { parts, session } = useServices()
  const signedIn = useSelector(session, (now) => now.hasTag('signedIn'))
  const later = useMemo(() => loadedWith(parts(common), parts(inbox), parts(update)), [parts])
  const loaded = useSyncExternalStore(later.subscribe, later.now)
  useEffect(() => whenIdle(later.load), [later])
  useEffect(() => {
    if (signedIn) whenIdle(parts(orders).load)
  }, [signedIn, parts])
  return (
    loaded.type === 'ready' && (
      <Suspense fallback={null}>
        <News />
        <Update />
        <Ahead />
      </Suspense>
    )
  )
}

/** Whether the service worker served this document. In a first session it is still caching the pages: each would be a request. */
const isFromDevice = Boolean(navigator.serviceWorker?.controller)

/** The core pages, and then the pages that one tap on the open page leads to. */
function* pagesAhead(): Generator<Route, void> {
  yield* corePages
  const links = document.querySelectorAll<HTMLAnchorElement>('main a[href^="#"]')
  yield* new Set(Array.from(links, ({ hash }) => routeOf(pathOf(hash.slice(1)))))
}

/**
 * Loads pages from the device before they are opened, one in each idle period, last of all. It looks for links again once
 * what the page asked for is there.
 */
function Ahead() {
  const { parts, session, loading$ } = useServices()
  const [path] = useHashPath()
  const loading = useLatest(loading$, false)
  const signedIn = useSelector(session, (now) => now.hasTag('signedIn'))
  // biome-ignore lint/correctness/useExhaustiveDependencies: each place has other links
  useEffect(() => {
    if (loading || !isFromDevice) return
    const left = pagesAhead()
    const loadNext = () => {
      const { value: route } = left.next()
      if (!route) return
      const page = loaderOf(route, parts)
      // A page that failed is loaded again once it is opened.
      if ((signedIn || route.guard) && page.now().type !== 'failed') page.load()
      whenIdle(loadNext)
    }
    whenIdle(loadNext)
    return () => void left.return()
  }, [parts, signedIn, path, loading])
  return null
}

function Connection() {
  const { connection } = useServices()
  const interrupted = useSelector(connection, (now) => now.hasTag('interrupted'))
  return <StaleBar stale={interrupted} onRetry={() => connection.send({ type: 'connection.retry' })} />
}

function Loading() {
  const { loading$ } = useServices()
  return <LoadingLine loading={useLatest(loading$, false)} />
}
