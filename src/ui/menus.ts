import type { UiKey } from './i18n/index.ts'
import type { IconName } from './parts/icons.tsx'
import { KYC, MESSAGES, routes } from './routes.ts'

export type MenuItem = { label: UiKey; icon: IconName; to: string }

/** The rows of the account's two menus, in the product's order. One whose page is not built yet is not shown. */
const pages: readonly MenuItem[] = [
  { label: 'menu.account', icon: 'assets', to: '/pages/walletrade/index' },
  { label: 'menu.transaction', icon: 'markets', to: '/pages/market/index' },
  { label: 'menu.arbitrage', icon: 'arbitrage', to: '/pages/arbitrage/index' },
  { label: 'menu.loan', icon: 'loan', to: '/pages/loan/index' },
  { label: 'menu.trade', icon: 'trade', to: '/pages/order/trade' },
  { label: 'menu.records', icon: 'receipt', to: '/pages/order/finance' },
  { label: 'menu.terms', icon: 'info', to: '/pages/news/fwxy' },
]
const settings: readonly MenuItem[] = [
  { label: 'menu.notification', icon: 'bell', to: MESSAGES },
  { label: 'menu.google', icon: 'lock', to: '/pages/me/google' },
  { label: 'title.kyc', icon: 'identity', to: KYC },
  { label: 'menu.email', icon: 'mail', to: '/pages/me/email' },
  { label: 'menu.bank', icon: 'card', to: '/pages/me/bank' },
  { label: 'title.language', icon: 'language', to: '/pages/me/language' },
]

/** Whether there is a page at this path. */
export const isBuilt = (path: string): boolean => routes.some((route) => route.path === path)

/** The rows that lead somewhere: for a guest those of public pages. */
export const menusFor = (signedIn: boolean) => {
  const isShown = ({ to }: MenuItem) =>
    routes.some(({ path, guard }) => path === to && (signedIn || guard === 'public'))
  return { pages: pages.filter(isShown), settings: settings.filter(isShown) }
}
