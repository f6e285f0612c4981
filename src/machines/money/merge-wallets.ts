import { isNewer, type Versioned } from '../session/newer-wallet.ts'

/** The wallets with a new copy of one. */
export function mergeWallet<W extends Versioned>(wallets: readonly W[], wallet: W): readonly W[] {
  const at = wallets.findIndex(({ currency }) => currency === wallet.currency)
  const known = wallets[at]
  if (!known) return [...wallets, wallet]
  return isNewer(known, wallet) ? wallets.with(at, wallet) : wallets
}

/** The wallets of an answer, in its order, each in its newest copy; missing ones are removed. */
export function mergeWallets<W extends Versioned>(wallets: readonly W[], answer: readonly W[]): readonly W[] {
  return answer.map((wallet) => wallets.find((known) => isNewer(wallet, known)) ?? wallet)
}
