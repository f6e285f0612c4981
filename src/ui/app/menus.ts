import type { UiKey } from '../i18n/index.ts'
import { bell, card, globe, help, language, loan, lock, speech } from '../parts/marks/drawings.ts'
import type { IconName } from '../parts/marks/icons.tsx'
import {
  ASSETS,
  BANK,
  CHART,
  HELP,
  LANGUAGE,
  LOANS,
  MESSAGES,
  NEWS,
  NOTIFICATIONS,
  ORDERS,
  PLANS,
  type Place,
  RECORDS,
  SECURITY,
  SERVICE,
  TERMS,
  TIME_ZONE,
} from '../router/places.ts'

export type MenuItem = { label: UiKey; icon: IconName; to: string }

/**
 * The rows of the account's two menus, in the product's order, each with the title of its page, except the trading page, whose title is
 * its instrument, and the orders: several languages have one word for both. The security page leads to its own settings. A row without a
 * built page is hidden.
 */
const pages: readonly MenuItem[] = [
  { label: 'title.wallets', icon: 'assets', to: ASSETS },
  { label: 'menu.transaction', icon: 'markets', to: CHART },
  { label: 'tab.arbitrage', icon: 'arbitrage', to: PLANS },
  { label: 'title.loan', icon: loan, to: LOANS },
  { label: 'menu.orders', icon: 'trade', to: ORDERS },
  { label: 'title.records', icon: 'receipt', to: RECORDS },
  { label: 'title.terms', icon: 'info', to: TERMS },
]
const settings: readonly MenuItem[] = [
  { label: 'title.security', icon: lock, to: SECURITY },
  { label: 'title.notifications', icon: bell, to: NOTIFICATIONS },
  { label: 'title.messages', icon: speech, to: MESSAGES },
  { label: 'title.bank', icon: card, to: BANK },
  { label: 'title.language', icon: language, to: LANGUAGE },
  { label: 'title.timeZone', icon: globe, to: TIME_ZONE },
]

/** Reading and contacts, in addition to the product's two menus. */
const reading: readonly MenuItem[] = [
  { label: 'title.news', icon: 'receipt', to: NEWS },
  { label: 'title.help', icon: help, to: HELP },
  { label: 'title.service', icon: speech, to: SERVICE },
]

/** The rows with a page: for a guest only public pages. */
export const menusFor = (places: readonly Place[], signedIn: boolean) => {
  const isShown = ({ to }: MenuItem) =>
    places.some(({ path, guard }) => path === to && (signedIn || guard === 'public'))
  return { pages: pages.filter(isShown), settings: settings.filter(isShown), reading: reading.filter(isShown) }
}
