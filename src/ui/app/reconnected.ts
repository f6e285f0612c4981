import { useSelector } from '@xstate/react'
import { useEffect, useEffectEvent, useRef } from 'react'
import { useServices } from './services.ts'

/**
 * Calls back when the connection is live, so that missing data can be loaded: now, whenever it is back, and when the
 * browser is online again. A short gap closes no socket, but requests fail during it.
 */
export function useReconnected(tell: () => void): void {
  const { connection } = useServices()
  const live = useSelector(connection, (now) => now.hasTag('fresh'))
  const online = useSelector(connection, (now) => now.context.online)
  const wasLive = useRef(false)
  const heard = useEffectEvent(tell)
  useEffect(() => {
    // Going offline is no reason to ask.
    if (live && (online || !wasLive.current)) heard()
    wasLive.current = live
  }, [live, online])
}

/** The same, but not for the existing connection: a request that failed over it would fail again. */
export function useCameBack(tell: () => void): void {
  const known = useRef(false)
  useReconnected(() => known.current && tell())
  useEffect(() => {
    known.current = true
  }, [])
}
