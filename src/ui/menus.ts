import type { UiKey } from './i18n/index.ts'
import { card, kyc, language, loan, lock, mail } from './parts/drawings.ts'
import type { IconName } from './parts/icons.tsx'
import { ASSETS, AUTHENTICATOR, BANK, EMAIL, KYC, LANGUAGE, MARKETS, MESSAGES, ORDERS, type Place } from './places.ts'

export type MenuItem = { label: UiKey; icon: IconName; to: string }

/** The rows of the account's two menus, in the product's order. One whose page is not built yet is not shown. */
const pages: readonly MenuItem[] = [
  { label: 'menu.account', icon: 'assets', to: ASSETS },
  { label: 'menu.transaction', icon: 'markets', to: MARKETS },
  { label: 'menu.arbitrage', icon: 'arbitrage', to: '/pages/arbitrage/index' },
  { label: 'menu.loan', icon: loan, to: '/pages/loan/index' },
  { label: 'menu.trade', icon: 'trade', to: ORDERS },
  { label: 'menu.records', icon: 'receipt', to: '/pages/order/finance' },
  { label: 'menu.terms', icon: 'info', to: '/pages/news/fwxy' },
]
const settings: readonly MenuItem[] = [
  { label: 'menu.notification', icon: 'bell', to: MESSAGES },
  { label: 'menu.authenticator', icon: lock, to: AUTHENTICATOR },
  { label: 'title.kyc', icon: kyc, to: KYC },
  { label: 'menu.email', icon: mail, to: EMAIL },
  { label: 'menu.bank', icon: card, to: BANK },
  { label: 'title.language', icon: language, to: LANGUAGE },
]

/** The rows that lead somewhere: for a guest those of public pages. */
export const menusFor = (places: readonly Place[], signedIn: boolean) => {
  const isShown = ({ to }: MenuItem) =>
    places.some(({ path, guard }) => path === to && (signedIn || guard === 'public'))
  return { pages: pages.filter(isShown), settings: settings.filter(isShown) }
}
