import { useSelector } from '@xstate/react'
import { useMemo } from 'react'
import { map, takeWhile } from 'rxjs'
import { type Instrument, instruments } from '../../../rules/market/instruments.ts'
import { useServices } from '../../app/services.ts'
import { useNow } from '../../parts/bind.ts'

/** Whether there are quotes to show: `failed` if there are none and the connection is down. */
export function useBoard(): 'loading' | 'failed' | 'ready' {
  const { quotes, connection } = useServices()
  const known$ = useMemo(
    () =>
      quotes.board$.pipe(
        map(({ size }) => size > 0),
        takeWhile((known) => !known, true),
      ),
    [quotes],
  )
  const known = useNow(known$, false)
  const interrupted = useSelector(connection, (now) => now.hasTag('interrupted'))
  if (known) return 'ready'
  return interrupted ? 'failed' : 'loading'
}

/** The instruments of this market, in list order: all, until it is known which have a price. */
export function useListed(): readonly Instrument[] {
  const { quotes } = useServices()
  const board = useBoard()
  return useMemo(
    () => (board === 'ready' ? instruments.filter(({ symbol }) => quotes.current(symbol)) : instruments),
    [board, quotes],
  )
}
