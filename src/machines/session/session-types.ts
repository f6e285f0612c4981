import type { Lang } from '../../api/fields.ts'
import type { UserInfo } from '../../api/user.ts'
import type { Wallet } from '../../api/wallet.ts'
import type { SessionReason } from './session-reason.ts'
import type { WalletSignInOutput } from './walletSignIn.ts'

/** A browser wallet as it introduced itself. `icon`: a data URL, or null. */
export type FoundWallet = { id: string; name: string; icon: string | null }

/** What local storage holds, and nothing more. */
export type StoredSession = { token: string | null; userInfo: UserInfo | null; lang: Lang }

/** `inviteCode`: of the link that the app was opened by, if any. */
export type SessionInput = StoredSession & { inviteCode?: string | null }

export type SignInMethod = UserInfo['method']

/** What is loaded of whoever is signed in. */
export type Account = { userInfo: UserInfo; walletInfo: Wallet }

/**
 * `reason`: why someone is not signed in. `inviteCode`: of the link that led here, until someone has signed in or wants
 * to look around.
 */
export type SessionContext = {
  hasLogin: boolean
  userInfo: UserInfo | null
  walletInfo: Wallet | null
  lang: Lang
  token: string | null
  method: SignInMethod | null
  wallets: readonly FoundWallet[]
  walletId: string
  reason: SessionReason | null
  inviteCode: string | null
}

/** What a watched wallet tells. `chainId`: hexadecimal. */
export type WalletEvent =
  | { type: 'wallet.accountsChanged'; accounts: readonly string[] }
  | { type: 'wallet.chainChanged'; chainId: string; walletId: string }
  | { type: 'wallet.disconnected' }

export type SessionEvent =
  | { type: 'session.connectWallet'; inviteCode?: string | null }
  | { type: 'session.chooseWallet'; walletId: string }
  | { type: 'session.lookAround' }
  | { type: 'session.signedIn'; token: string; method: SignInMethod }
  | { type: 'session.reload' }
  | { type: 'session.setLang'; lang: Lang }
  | { type: 'session.logOut' }
  | { type: 'session.expired' }
  | { type: 'session.accountFrozen' }
  | { type: 'account.wallet'; wallet: Wallet }
  | { type: 'account.info'; userInfo: UserInfo }
  | { type: 'account.status'; status: UserInfo['status'] }

/**
 * What views read. `guest`: may look around. `tip` and `login`: belongs on that page. `choosing`: several wallets, one
 * to be chosen. `unreachable`: signed in, and the account could not be loaded yet.
 */
export type SessionTag =
  | 'guest'
  | 'connecting'
  | 'choosing'
  | 'tip'
  | 'login'
  | 'signedIn'
  | 'ready'
  | 'unreachable'
  | 'leaving'
  | 'frozen'

export type OfWallet = { walletId: string }

/** The answers of the session's effects, as their events carry them. */
export type Found = { output: readonly FoundWallet[] }
export type Loaded = { output: Account }
export type Outcome = { output: WalletSignInOutput }

/** What the account's events tell of whoever is signed in, and of what they have. */
export type Told = Pick<UserInfo, 'status'>
export type Funds = { wallet: Wallet }

/** Why something ended. */
export type Why = { reason: SessionReason | null }

/** The wallet of whoever is signed in. `address`: the one that signed in, or null where a password did. */
export const signedInWallet = ({ walletId, method, userInfo }: SessionContext) => ({
  walletId,
  address: method === 'wallet' ? (userInfo?.address ?? null) : null,
})
