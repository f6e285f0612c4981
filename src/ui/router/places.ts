import { agreedPages } from '../../rules/account/articles.ts'

/** The places of pages, by the product’s own paths. It imports only the rules, so any file may import it. */
export const HOME = '/pages/index/index'
export const MARKETS = '/pages/market/index'
export const CHART = '/pages/kline/index'
export const FOREX_CHART = '/pages/whdetail/index'
export const ORDERS = '/pages/order/trade'
export const CONTRACTS = '/pages/order/contract'
export const FOREX_ORDERS = '/pages/whdetail/order'
export const ASSETS = '/pages/walletrade/index'
export const WALLET = '/pages/walletrade/detail'
export const SWAP = '/pages/walletrade/swap'
export const SAVINGS = '/pages/savings/index'
export const PLANS = '/pages/arbitrage/index'
export const PLAN = '/pages/arbitrage/detail'
export const PLAN_ORDERS = '/pages/arbitrage/order'
export const STRATEGIES = '/pages/strategy/index'
export const STRATEGY_START = '/pages/strategy/order'
export const STRATEGY_ORDERS = '/pages/order/strategy'
export const LOANS = '/pages/loan/index'
export const LOAN_APPLY = '/pages/loan/apply'
export const LOAN_RECORDS = '/pages/loan/order'
export const LOAN = '/pages/loan/detail'
export const DEPOSIT = '/pages/order/charge'
export const PAYMENT_PROOF = '/pages/uploadpayvoucher/index'
export const WITHDRAW = '/pages/order/withdraw'
export const STATEMENT = '/pages/order/statement'
export const CERTIFICATE = '/pages/order/certificate'
export const RECORDS = '/pages/order/finance'
export const ACCOUNT = '/pages/me/index'
export const LANGUAGE = '/pages/me/language'
export const TIME_ZONE = '/pages/me/timezone'
export const KYC = '/pages/me/kyc'
export const SECURITY = '/pages/me/security'
export const EMAIL = '/pages/me/email'
export const AUTHENTICATOR = '/pages/me/google'
export const PASSKEYS = '/pages/me/passkeys'
export const PAY_PASSWORD = '/pages/me/paypassword'
export const BANK = '/pages/me/bank'
export const NOTIFICATIONS = '/pages/me/notification'
export const MESSAGES = '/pages/news/msgdetail'
export const NEWS = '/pages/news/index'
export const NEWS_LIST = '/pages/news/list'
export const ARTICLE = '/pages/news/detail'
export const TERMS = agreedPages.terms
export const LOAN_TERMS = '/pages/news/jkxy'
export const LICENCE = '/pages/news/jgpz'
export const RISKS = agreedPages.risks
export const SERVICE = '/pages/me/service'
export const HELP = '/pages/me/faq'
export const REFERRAL = '/pages/friend/index'
export const LOGIN = '/pages/my/login'
export const TIP_WALLET = '/pages/tipWallet/index'
export const FROZEN = '/pages/error/index'

/** A built page, for links to it. A guest is redirected to the login page unless it is `public`. */
export type Place = { path: string; guard?: 'public' }

/** Whether there is a page at this path. */
export const isBuilt = (places: readonly Place[], path: string): boolean => places.some((place) => place.path === path)

/** The pages for guests. */
export const isWayIn = (path: string): boolean => [LOGIN, TIP_WALLET, FROZEN].includes(path)

/**
 * The return address after signing in, if it is one of this app's pages; `undefined` for anything else, so
 * that a link cannot redirect elsewhere.
 */
export function safeNext(places: readonly Place[], next: string | null): string | undefined {
  if (next === null) return undefined
  const path = next.split('?', 1)[0] ?? ''
  return isBuilt(places, path) && !isWayIn(path) ? next : undefined
}
