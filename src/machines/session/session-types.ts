import type { UserInfo } from '../../api/account/user.ts'
import type { Wallet } from '../../api/money/wallet.ts'
import type { Lang } from '../../api/wire/fields.ts'
import type { SignInMethod } from '../../api/wire/session.ts'
import type { SessionReason } from './session-reason.ts'

/** The server's message for a wallet to sign (EIP-4361). */
export type Challenge = { nonce: string; message: string }

export type SignedAddress = { address: string; sign: string; nonce: string; inviteCode: string | null }

/** The result of a sign-in by wallet: a token, a reason, or neither if the address's account is frozen. */
export type WalletSignInOutput = { token: string | null; reason: SessionReason | null }

/** An announced browser wallet. `icon`: a data URL, or null. */
export type FoundWallet = { id: string; name: string; icon: string | null }

/** The exact contents of local storage. */
export type StoredSession = { token: string | null; userInfo: UserInfo | null; lang: Lang }

/** `inviteCode`: from the link that opened the app, if any. */
export type SessionInput = StoredSession & { inviteCode?: string | null }

/** The loaded data of the user. */
export type Account = { userInfo: UserInfo; walletInfo: Wallet }

/**
 * `reason`: why the user is not signed in. `inviteCode`: from the link, until the user has signed in or continues
 * as a guest.
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

/** Events of a watched wallet. `wallet.chainSeen`: its answer when asked. `chainId`: hexadecimal. */
export type WalletEvent =
  | { type: 'wallet.chainSeen'; chainId: string; walletId: string }
  | { type: 'wallet.accountsChanged'; accounts: readonly string[] }
  | { type: 'wallet.chainChanged'; chainId: string; walletId: string }
  | { type: 'wallet.disconnected' }

/** The first wallet in a browser that had none. */
export type WalletAppeared = { type: 'session.walletAppeared'; wallets: readonly FoundWallet[] }

export type SessionEvent =
  | WalletAppeared
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
 * Tags for views. `guest`: browses as a guest. `tip` and `login`: belongs on that page. `choosing`: several wallets, one
 * to be chosen. `offering`: a wallet appeared after the page was loaded. `unreachable`: signed in, but the account could not be loaded yet.
 */
export type SessionTag =
  | 'guest'
  | 'connecting'
  | 'choosing'
  | 'offering'
  | 'tip'
  | 'login'
  | 'signedIn'
  | 'ready'
  | 'unreachable'
  | 'leaving'
  | 'frozen'

export type OfWallet = { walletId: string }

/** Outputs of the session's effects, as their events carry them. */
export type Found = { output: readonly FoundWallet[] }
export type Loaded = { output: Account }
export type Outcome = { output: WalletSignInOutput }

/** The account's events about the user and their balances. */
export type NewStatus = Pick<UserInfo, 'status'>
export type Funds = { wallet: Wallet }

/** The reason of an end. */
export type Why = { reason: SessionReason | null }

/** The user's wallet. `address`: the one that signed in, or null for a password. */
export const signedInWallet = ({ walletId, method, userInfo }: SessionContext) => ({
  walletId,
  address: method === 'wallet' ? (userInfo?.address ?? null) : null,
})
