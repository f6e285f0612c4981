import type { ComponentType } from 'react'
import type { UiKey } from './i18n/index.ts'
import { createLoader, type Loader } from './loader.ts'
import type { IconName } from './parts/icons.tsx'
import type { Bone } from './parts/states.tsx'

export type TabId = 'home' | 'markets' | 'trade' | 'arbitrage' | 'assets' | 'account'

export type Route = {
  path: string
  page: Loader<ComponentType>
  /** Whether it is part of the first screen, and needs nothing of `PageServices`. */
  first?: boolean
  /** `default`: the shell draws the header with the title. `custom`: the page draws its own `Header`. */
  header: 'default' | 'custom'
  /** `signedIn`: someone who is signed out is sent to the login page, and comes back after signing in. */
  guard: 'public' | 'signedIn'
  title: UiKey
  /** The tab whose page it is. A page with no tab has no tab bar, and an arrow back. */
  tab?: TabId
  /** Where the arrow back leads when no page of the app lies behind. Home where left out. */
  up?: string
  /** The shape of the content, while the page loads. */
  bones?: readonly Bone[]
}

const page = (load: () => Promise<ComponentType>) => createLoader(load)

const HOME = '/pages/index/index'
export const KYC = '/pages/me/kyc'
export const MESSAGES = '/pages/news/msgdetail'
export const LOGIN = '/pages/my/login'
export const TIP_WALLET = '/pages/tipWallet/index'
export const FROZEN = '/pages/error/index'

/** Every page that is built. A page's file exports one component; the path is the product's own. */
export const routes: readonly Route[] = [
  {
    path: HOME,
    page: page(() => import('./pages/home/home.tsx').then(({ HomePage }) => HomePage)),
    first: true,
    header: 'custom',
    guard: 'public',
    title: 'title.home',
    tab: 'home',
  },
  {
    path: '/pages/market/index',
    page: page(() => import('./pages/market/market.tsx').then(({ MarketPage }) => MarketPage)),
    header: 'default',
    guard: 'public',
    title: 'title.market',
    tab: 'markets',
    bones: ['line', 'row', 'row', 'row', 'row', 'row', 'row', 'row'],
  },
  {
    path: '/pages/kline/index',
    page: page(() => import('./pages/market/kline.tsx').then(({ KlinePage }) => KlinePage)),
    header: 'custom',
    guard: 'public',
    title: 'title.kline',
    up: '/pages/market/index',
    bones: ['hero', 'line', 'line', 'chart', 'button'],
  },
  {
    path: '/pages/order/trade',
    page: page(() => import('./pages/microtrade/trade.tsx').then(({ TradePage }) => TradePage)),
    header: 'default',
    guard: 'signedIn',
    title: 'title.trade',
    tab: 'trade',
    bones: ['line', 'card', 'card', 'card', 'card'],
  },
  {
    path: '/pages/whdetail/index',
    page: page(() => import('./pages/forex/detail.tsx').then(({ ForexDetailPage }) => ForexDetailPage)),
    header: 'custom',
    guard: 'public',
    title: 'title.forex',
    up: '/pages/market/index',
    bones: ['hero', 'line', 'line', 'chart', 'button'],
  },
  {
    path: '/pages/whdetail/order',
    page: page(() => import('./pages/forex/orders.tsx').then(({ ForexOrdersPage }) => ForexOrdersPage)),
    header: 'default',
    guard: 'signedIn',
    title: 'title.trade',
    tab: 'trade',
    bones: ['line', 'card', 'card', 'card', 'card'],
  },
  {
    path: '/pages/walletrade/index',
    page: page(() => import('./pages/wallet/wallets.tsx').then(({ WalletsPage }) => WalletsPage)),
    header: 'default',
    guard: 'signedIn',
    title: 'title.wallets',
    tab: 'assets',
    bones: ['hero', 'row', 'row', 'row'],
  },
  {
    path: '/pages/me/index',
    page: page(() => import('./pages/user/account.tsx').then(({ AccountPage }) => AccountPage)),
    header: 'custom',
    guard: 'public',
    title: 'title.account',
    tab: 'account',
    bones: ['line', 'card', 'row', 'row', 'row'],
  },
  {
    path: '/pages/me/language',
    page: page(() => import('./pages/user/language.tsx').then(({ LanguagePage }) => LanguagePage)),
    header: 'default',
    guard: 'public',
    title: 'title.language',
    up: '/pages/me/index',
    bones: ['card', 'card', 'card'],
  },
  {
    path: KYC,
    page: page(() => import('./pages/kyc/kyc.tsx').then(({ KycPage }) => KycPage)),
    header: 'default',
    guard: 'signedIn',
    title: 'title.kyc',
    up: '/pages/me/index',
    bones: ['line', 'card', 'line', 'line', 'button'],
  },
  {
    path: '/pages/me/email',
    page: page(() => import('./pages/user/email.tsx').then(({ EmailPage }) => EmailPage)),
    header: 'default',
    guard: 'signedIn',
    title: 'title.email',
    up: '/pages/me/index',
    bones: ['line', 'line', 'line', 'button'],
  },
  {
    path: '/pages/me/google',
    page: page(() => import('./pages/user/two-factor.tsx').then(({ TwoFactorPage }) => TwoFactorPage)),
    header: 'default',
    guard: 'signedIn',
    title: 'title.google',
    up: '/pages/me/index',
    bones: ['card', 'line', 'button'],
  },
  {
    path: '/pages/me/paypassword',
    page: page(() => import('./pages/user/pay-password.tsx').then(({ PayPasswordPage }) => PayPasswordPage)),
    header: 'default',
    guard: 'signedIn',
    title: 'title.payPassword',
    up: '/pages/me/index',
    bones: ['line', 'line', 'line', 'button'],
  },
  {
    path: '/pages/me/bank',
    page: page(() => import('./pages/bank/bank.tsx').then(({ BankPage }) => BankPage)),
    header: 'default',
    guard: 'signedIn',
    title: 'title.bank',
    up: '/pages/me/index',
    bones: ['line', 'line', 'line', 'button'],
  },
  {
    path: MESSAGES,
    page: page(() => import('./pages/news/messages.tsx').then(({ MessagesPage }) => MessagesPage)),
    header: 'default',
    guard: 'signedIn',
    title: 'title.messages',
    up: '/pages/me/index',
    bones: ['line', 'row', 'row', 'row'],
  },
  {
    path: '/pages/friend/index',
    page: page(() => import('./pages/friend/friend.tsx').then(({ FriendPage }) => FriendPage)),
    header: 'default',
    guard: 'signedIn',
    title: 'title.invite',
    up: '/pages/me/index',
    bones: ['card', 'card', 'button', 'card'],
  },
  {
    path: LOGIN,
    page: page(() => import('./pages/user/login.tsx').then(({ LoginPage }) => LoginPage)),
    header: 'default',
    guard: 'public',
    title: 'title.login',
    bones: ['line', 'button', 'line', 'button', 'button'],
  },
  {
    path: TIP_WALLET,
    page: page(() => import('./pages/user/tip-wallet.tsx').then(({ TipWalletPage }) => TipWalletPage)),
    header: 'default',
    guard: 'public',
    title: 'title.tipWallet',
    bones: ['card', 'button', 'button'],
  },
  {
    path: FROZEN,
    page: page(() => import('./pages/user/frozen.tsx').then(({ FrozenPage }) => FrozenPage)),
    header: 'default',
    guard: 'public',
    title: 'title.error',
    bones: ['card', 'button'],
  },
]

const unknown: Route = {
  path: '',
  page: page(() => import('./pages/unknown/unknown.tsx').then(({ UnknownPage }) => UnknownPage)),
  header: 'default',
  guard: 'public',
  title: 'title.unknown',
  bones: [],
}

const byPath = new Map(routes.map((route) => [route.path, route]))

/** The route of a path. The root is home; a path that is no route has a page that says so. */
export const routeOf = (path: string): Route => byPath.get(path === '/' ? HOME : path) ?? unknown

/** The six items of the tab bar, in order. One whose page is not built yet is not shown. */
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

/**
 * The place to come back to after signing in, where it is one of this app's pages; `undefined` for anything else, so
 * that a link cannot send a person elsewhere.
 */
export function safeNext(next: string | null): string | undefined {
  if (next === null) return undefined
  const path = next.split('?', 1)[0] ?? ''
  return byPath.has(path) && ![LOGIN, TIP_WALLET, FROZEN].includes(path) ? next : undefined
}
