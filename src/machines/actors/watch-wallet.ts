import { concat, type Observable, of, Subscription, switchMap } from 'rxjs'
import { holdsAddress } from '../../rules/account/network.ts'
import type { OfWallet, WalletEvent } from '../session/session-types.ts'
import type { Wallets } from './browser-wallets.ts'
import type { Watch } from './later.ts'
import { errorCodes } from './wallet-error.ts'

// The wallet is reconnecting to its chain: not a choice of the user.
const TRY_AGAIN_LATER = 1013

type Seen = OfWallet & { accounts: readonly string[]; chainId: string }

/**
 * Effect `watchWallet`: events of the signed-in address's wallet, as events of `walletLink`, and what it answers, without a prompt, at
 * the start and at each return to the page, because a page that is away misses events. After a reload the wallet is unknown: it is found
 * by the address that it holds.
 *
 * @param returned$ emits when the user is back on the page
 */
export const createWatchWallet =
  (wallets: Wallets, returned$: Observable<unknown>): Watch<OfWallet & { address: string | null }, WalletEvent> =>
  ({ address, walletId }, send) => {
    if (address === null) return () => {}
    const watching = new Subscription()
    let known = walletId
    let hasNamedIt = false

    const listen = () => {
      const bridge = wallets.bridge(known)
      watching.add(
        bridge.on('accountsChanged', (accounts) =>
          send({ type: 'wallet.accountsChanged', accounts: textsIn(accounts) }),
        ),
      )
      watching.add(
        bridge.on('chainChanged', (chainId) =>
          send({ type: 'wallet.chainChanged', chainId: String(chainId), walletId: known }),
        ),
      )
      watching.add(
        bridge.on('disconnect', (error) => {
          if (!errorCodes(error).includes(TRY_AGAIN_LATER)) send({ type: 'wallet.disconnected' })
        }),
      )
    }

    const report = (seen: Seen) => {
      const namesIt = holdsAddress(seen.accounts, address)
      if (namesIt && !known) {
        known = seen.walletId
        listen()
      }
      // Some wallets never name their account without a prompt, and a locked one does not.
      if (seen.accounts.length === 0 && !hasNamedIt) return
      hasNamedIt ||= namesIt
      send({ type: 'wallet.accountsChanged', accounts: seen.accounts })
      send({ type: 'wallet.chainSeen', chainId: seen.chainId, walletId: seen.walletId })
    }

    if (known) listen()
    watching.add(
      concat(of(null), returned$)
        .pipe(switchMap(() => (known ? ask(wallets, known) : search(wallets, address))))
        .subscribe((seen) => seen && report(seen)),
    )
    return () => watching.unsubscribe()
  }

/** What a wallet answers; `undefined` if it does not. */
async function ask(wallets: Wallets, walletId: string): Promise<Seen | undefined> {
  try {
    const bridge = wallets.bridge(walletId)
    const accounts = textsIn(await bridge.request('eth_accounts'))
    return { walletId, accounts, chainId: String(await bridge.request('eth_chainId')) }
  } catch {
    return undefined
  }
}

/** The wallet that holds an address; or else any, if all answer with accounts: then the address is gone from this browser. */
async function search(wallets: Wallets, address: string): Promise<Seen | undefined> {
  const found = await wallets.find(true)
  const seen = await Promise.all(found.map(({ id }) => ask(wallets, id)))
  const holder = seen.find((each) => each && holdsAddress(each.accounts, address))
  return holder ?? (seen.every((each) => each && each.accounts.length > 0) ? seen[0] : undefined)
}

const textsIn = (accounts: unknown): string[] => (Array.isArray(accounts) ? accounts.map(String) : [])
