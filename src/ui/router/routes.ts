import { nouns } from '../../nouns.ts'
import { type Noun, ordersOf } from '../app/noun.ts'
import type { Room } from '../app/room.ts'
import type { UiKey } from '../i18n/index.ts'
import { desk as deskTexts } from '../pages/desk/part.ts'
import { desk } from '../pages/desk/routes.ts'
import { orderCards } from '../pages/orders/order-cards.ts'
import { orderTickets } from '../pages/orders/order-tickets.ts'
import { unknown } from '../pages/unknown/routes.ts'
import type { IconName } from '../parts/marks/icons.tsx'
import { ACCOUNT, ASSETS, CHART, HOME, MARKETS, ORDERS } from './places.ts'
import type { Route, TabId } from './route.ts'

/** The pages of nouns. One that shows orders of every kind waits for the part of each kind, too. */
export function routesOf(nouns: readonly Noun[]): readonly Route[] {
  const kinds = [orderCards, orderTickets, ...ordersOf(nouns).map(({ part }) => part)]
  return nouns
    .flatMap(({ routes = [] }) => routes)
    .map((route) => (route.ofKinds ? { ...route, parts: [...(route.parts ?? []), ...kinds] } : route))
}

/** Every built page. No page imports this file, which imports all of them. */
export const routes = routesOf(nouns)

const byPath = new Map(routes.map((route) => [route.path, route]))

/** The route of a path. The root is home; an unknown path has a not-found page. */
export const routeOf = (path: string): Route => byPath.get(path === '/' ? HOME : path) ?? unknown

const chart = routeOf(CHART)
const chartOfMarkets: Route = { ...chart, path: MARKETS, section: 'markets' }

/** The desk, in place of the pages of charts, markets and orders. */
export const deskPage: Pick<Route, 'page' | 'parts' | 'shapes'> = {
  page: desk,
  parts: [...(chart.parts ?? []), deskTexts],
  shapes: ['hero', 'line', 'chart', 'row', 'row', 'row'],
}

/** The route of a path in a layout. Where the list of markets is beside the page, its own page is a chart. */
export function routeIn(room: Room, path: string): Route {
  const route = routeOf(path)
  return room !== 'page' && route.path === MARKETS ? chartOfMarkets : route
}

/** The item of the tab bar that a page belongs to: its own, or that of the page above it. */
export const sectionOf = ({ path, section, tab, up }: Route): TabId | undefined =>
  section ?? tab ?? (up === undefined || up === path ? undefined : sectionOf(routeOf(up)))

/** The six items of the tab bar, in order. One without a built page is hidden. */
const tabItems: readonly { id: TabId; label: UiKey; icon: IconName }[] = [
  { id: 'home', label: 'tab.home', icon: 'home' },
  { id: 'markets', label: 'title.market', icon: 'markets' },
  { id: 'trade', label: 'tab.trade', icon: 'trade' },
  { id: 'arbitrage', label: 'tab.arbitrage', icon: 'arbitrage' },
  { id: 'assets', label: 'title.wallets', icon: 'assets' },
  { id: 'account', label: 'title.account', icon: 'account' },
]

export const tabs = tabItems.flatMap((item) => {
  const route = routes.find(({ tab }) => tab === item.id)
  return route ? [{ ...item, to: route.path }] : []
})

/** The core pages, which the service worker caches first: those of the tab bar that concern prices, orders and balances, and the chart. */
export const corePages: readonly Route[] = [MARKETS, CHART, ORDERS, ASSETS, ACCOUNT, HOME].map(routeOf)
