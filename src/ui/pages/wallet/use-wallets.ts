import { useSelector } from '@xstate/react'
import { useEffect } from 'react'
import type { Wallet } from '../../../api/wallet.ts'
import { usePart } from '../../part.ts'
import { useReconnected } from '../../reconnected.ts'
import { useShown } from '../../shown.ts'
import { wallet } from './part.ts'

export type Wallets =
  | { type: 'loading' }
  | { type: 'failed'; retry: () => void }
  | { type: 'ready'; wallets: readonly Wallet[]; asOf: number | null }

/** The wallets of whoever is signed in, asked for when the page that shows them opens. `asOf`: as the machine has it. */
export function useWallets(): Wallets {
  const { wallets: actor } = usePart(wallet)
  useEffect(() => actor.send({ type: 'wallets.open' }), [actor])
  useReconnected(() => actor.send({ type: 'wallets.open' }))
  const type = useSelector(actor, (now) =>
    now.hasTag('ready') ? 'ready' : now.hasTag('failed') ? 'failed' : 'loading',
  )
  const { wallets, asOf } = useShown(actor, ({ context: { wallets, asOf } }) => ({ wallets, asOf }))
  if (type === 'ready') return { type, wallets, asOf }
  return type === 'failed' ? { type, retry: () => actor.send({ type: 'wallets.retry' }) } : { type }
}
