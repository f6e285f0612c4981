import { useSelector } from '@xstate/react'
import { useEffect } from 'react'
import type { Equity, Wallet } from '../../../api/money/wallet.ts'
import { usePart } from '../../app/part.ts'
import { useReconnected } from '../../app/reconnected.ts'
import { useShown } from '../../app/shown.ts'
import { wallet } from './part.ts'

/** `wallets` are newer than `equity` until that is loaded again. */
export type ReadyWallets = { type: 'ready'; wallets: readonly Wallet[]; equity: Equity; asOf: number | null }
export type Wallets = { type: 'loading' } | { type: 'failed'; retry: () => void } | ReadyWallets

/** The signed-in user's wallets and debts: requested when their page opens. `asOf`: as in the machine. */
export function useWallets(): Wallets {
  const { wallets: actor } = usePart(wallet)
  useEffect(() => {
    actor.send({ type: 'wallets.open' })
    return () => actor.send({ type: 'wallets.close' })
  }, [actor])
  useReconnected(() => actor.send({ type: 'wallets.open' }))
  const type = useSelector(actor, (now) =>
    now.hasTag('ready') ? 'ready' : now.hasTag('failed') ? 'failed' : 'loading',
  )
  const { wallets, equity, asOf } = useShown(actor, ({ context: { wallets, equity, asOf } }) => ({
    wallets,
    equity,
    asOf,
  }))
  if (type === 'ready' && equity) return { type, wallets, equity, asOf }
  return type === 'failed' ? { type, retry: () => actor.send({ type: 'wallets.retry' }) } : { type: 'loading' }
}
