import type { UiKey } from '../i18n/index.ts'
import { routes as bank } from '../pages/bank/routes.ts'
import { routes as deposit } from '../pages/deposit/routes.ts'
import { routes as forex } from '../pages/forex/routes.ts'
import { routes as home } from '../pages/home/routes.ts'
import { routes as inbox } from '../pages/inbox/routes.ts'
import { routes as kyc } from '../pages/kyc/routes.ts'
import { routes as loan } from '../pages/loan/routes.ts'
import { routes as market } from '../pages/market/routes.ts'
import { routes as news } from '../pages/news/routes.ts'
import { routes as notifications } from '../pages/notifications/routes.ts'
import { routes as orders } from '../pages/orders/routes.ts'
import { routes as plan } from '../pages/plan/routes.ts'
import { routes as records } from '../pages/records/routes.ts'
import { routes as referral } from '../pages/referral/routes.ts'
import { routes as savings } from '../pages/savings/routes.ts'
import { routes as security } from '../pages/security/routes.ts'
import { routes as service } from '../pages/service/routes.ts'
import { routes as session } from '../pages/session/routes.ts'
import { routes as strategy } from '../pages/strategy/routes.ts'
import { routes as swap } from '../pages/swap/routes.ts'
import { unknown } from '../pages/unknown/routes.ts'
import { routes as user } from '../pages/user/routes.ts'
import { routes as wallet } from '../pages/wallet/routes.ts'
import { routes as withdrawal } from '../pages/withdrawal/routes.ts'
import type { IconName } from '../parts/marks/icons.tsx'
import { HOME } from './places.ts'
import type { Route, TabId } from './route.ts'

/** Every built page: each noun adds its own. No page imports this file, which imports all of them. */
export const routes: readonly Route[] = [
  home,
  market,
  orders,
  forex,
  wallet,
  deposit,
  swap,
  plan,
  strategy,
  savings,
  loan,
  records,
  withdrawal,
  user,
  kyc,
  security,
  bank,
  inbox,
  notifications,
  news,
  service,
  referral,
  session,
].flat()

const byPath = new Map(routes.map((route) => [route.path, route]))

/** The route of a path. The root is home; an unknown path has a not-found page. */
export const routeOf = (path: string): Route => byPath.get(path === '/' ? HOME : path) ?? unknown

/** The six items of the tab bar, in order. One without a built page is hidden. */
const tabItems: readonly { id: TabId; label: UiKey; icon: IconName }[] = [
  { id: 'home', label: 'tab.home', icon: 'home' },
  { id: 'markets', label: 'tab.markets', icon: 'markets' },
  { id: 'trade', label: 'tab.trade', icon: 'trade' },
  { id: 'arbitrage', label: 'tab.arbitrage', icon: 'arbitrage' },
  { id: 'assets', label: 'tab.assets', icon: 'assets' },
  { id: 'account', label: 'tab.account', icon: 'account' },
]

export const tabs = tabItems.flatMap((item) => {
  const route = routes.find(({ tab }) => tab === item.id)
  return route ? [{ ...item, to: route.path }] : []
})
