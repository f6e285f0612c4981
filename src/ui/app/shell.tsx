import { lazy, type ReactNode, Suspense, useEffect, useMemo, useRef } from 'react'
import { Redirect, Router, useLocation, useSearch } from 'wouter'
import { useLabels } from '../i18n/index.ts'
import { listPane } from '../pages/desk/routes.ts'
import { useLatest } from '../parts/bind.ts'
import { Header, HeaderLink } from '../parts/page/header.tsx'
import { LazyPage } from '../parts/page/lazy-page.tsx'
import { Skeleton } from '../parts/page/states.tsx'
import { TabBar } from '../parts/page/tab-bar.tsx'
import { pageKeyOf } from '../router/place-query.ts'
import { isWayIn } from '../router/places.ts'
import type { Route } from '../router/route.ts'
import { pathOf, placeOf, useHashPath } from '../router/router.ts'
import { deskPage, routeIn, sectionOf, tabs } from '../router/routes.ts'
import { startScroll, useScroll } from '../router/scroll.ts'
import { loadedWith } from './loader.ts'
import { common } from './part.ts'
import type { Parts } from './parts.ts'
import { useRoom } from './room.ts'
import type { Running } from './running.ts'
import { useServices } from './services.ts'
import css from './shell.module.css'

export type ShellProps = {
  signedIn: boolean
  /** The page for a signed-out user. */
  signInAt: string
  /** Messages above every page: the container always exists, for screen readers. */
  above: ReactNode
  /** Overlays of every page: notices, the state of the connection. */
  children: ReactNode
}

/** Optional: if its code fails to load, each of its parts has a page. */
const TopEnd = lazy<() => ReactNode>(() => import('../pages/desk/top-end.tsx').catch(() => ({ default: () => null })))

const nothing: readonly Running[] = []

/** The frame of the app: header, page, tab bar. It knows the place, but not the pages' contents. */
export const Shell = (props: ShellProps) => (
  <Router hook={useHashPath}>
    <Frame {...props} />
  </Router>
)

function Frame({ signedIn, signInAt, above, children }: ShellProps) {
  const { t } = useLabels()
  const [path] = useLocation()
  const search = useSearch()
  const { running } = useServices()
  const count = useLatest(running.running$, nothing).length
  const main = useRef<HTMLElement>(null)
  const place = search ? `${path}?${search}` : path
  const room = useRoom()
  const route = routeIn(room, path)
  const beside = room !== 'page' && route.beside
  // The desk stays mounted while its market changes.
  const isDesk = beside && room === 'desk'

  useEffect(startScroll, [])
  useScroll(place)
  useEffect(() => {
    document.title = t('app.name')
  }, [t])

  return (
    <div className={css.frame} data-pane={beside || undefined} data-desk={isDesk || undefined}>
      <button type="button" className={css.skip} onClick={() => main.current?.focus()}>
        {t('app.skip')}
      </button>
      <TabBar
        items={tabs.map((tab) => ({ ...tab, label: t(tab.label), count: tab.id === 'trade' ? count : undefined }))}
        current={sectionOf(route)}
        onPhone={route.tab !== undefined}
      >
        <Suspense fallback={null}>{room === 'desk' && <TopEnd />}</Suspense>
      </TabBar>
      {beside && (
        <aside className={css.pane} aria-label={t('title.market')}>
          <Parted of={listPane} />
        </aside>
      )}
      <div className={`${css.column} ${route.tab ? css.tabbed : ''}`} data-wide={route.wide}>
        <div className={css.above} role="status">
          {above}
        </div>
        {!route.header && (
          <Header
            key={`header ${path}`}
            title={t(route.title)}
            back={route.tab ? undefined : (route.up ?? '/')}
            trailing={route.aside && <HeaderLink to={route.aside.to}>{t(route.aside.text)}</HeaderLink>}
          />
        )}
        <main key={isDesk ? 'desk' : pageKeyOf(place)} ref={main} className={css.page} tabIndex={-1}>
          <Guarded route={route} of={isDesk ? deskPage : route} place={place} signedIn={signedIn} signInAt={signInAt} />
        </main>
      </div>
      {children}
    </div>
  )
}

type Parted = Pick<Route, 'first' | 'page' | 'parts' | 'shapes'>

/** A page, ready once its parts are too. */
export const loaderOf = ({ first, page, parts: own = [] }: Parted, parts: Parts) =>
  first ? page : loadedWith(page, parts(common), ...own.map((part) => parts(part)))

type GuardedProps = Omit<ShellProps, 'above' | 'children'> & { route: Route; of: Parted; place: string }

function Guarded({ route, of, place, signedIn, signInAt }: GuardedProps) {
  const { t } = useLabels()
  // It is left once the user is loaded.
  if (signedIn && isWayIn(pathOf(place))) return <Skeleton />
  if (!route.guard && !signedIn) return <Redirect to={placeOf(signInAt, { next: place })} replace />
  const header = route.header && <Header title={t(route.title)} back={route.tab ? undefined : (route.up ?? '/')} />
  return <Parted of={of} header={header} />
}

function Parted({ of, header }: { of: Parted; header?: ReactNode }) {
  const { parts } = useServices()
  const page = useMemo(() => loaderOf(of, parts), [of, parts])
  return <LazyPage page={page} shapes={of.shapes} header={header} />
}
