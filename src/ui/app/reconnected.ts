import { useSelector } from '@xstate/react'
import { useEffect, useEffectEvent, useRef } from 'react'
import { useServices } from './services.ts'

/**
 * Calls back when the connection is live, so that missing data can be loaded: now, and whenever it
 * is back.
 */
export function useReconnected(tell: () => void): void {
  const { connection } = useServices()
  const live = useSelector(connection, (now) => now.hasTag('fresh'))
  const heard = useEffectEvent(tell)
  useEffect(() => {
    if (live) heard()
  }, [live])
}

/** The same, but not for the existing connection: a request that failed over it would fail again. */
export function useCameBack(tell: () => void): void {
  const known = useRef(false)
  useReconnected(() => known.current && tell())
  useEffect(() => {
    known.current = true
  }, [])
}
