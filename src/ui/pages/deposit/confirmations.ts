import { useMemo } from 'react'
import type { Deposit } from '../../../api/money/deposit.ts'
import { useServices } from '../../app/services.ts'
import { useNow } from '../../parts/bind.ts'
import { secondsLeft } from '../../parts/marks/countdown.ts'

/** Whether the paper network is counting a deposit's confirmations. */
export const isCounting = ({ state, countedAt, network }: Deposit): boolean =>
  state === 'underReview' && countedAt !== null && network !== null

/** The confirmations counted by the paper network so far, of how many, and the seconds left, by the server's clock. */
export function useConfirmations({ acceptedAt, countedAt, network }: Deposit) {
  const { serverNow } = useServices()
  const all = network?.confirmations ?? 0
  const until = countedAt ?? acceptedAt
  const left = useNow(
    useMemo(() => secondsLeft(until, serverNow), [until, serverNow]),
    0,
  )
  const done = Math.floor(all * (1 - Math.min(1, (left * 1_000) / Math.max(1, until - acceptedAt))))
  return { done, all, left }
}
