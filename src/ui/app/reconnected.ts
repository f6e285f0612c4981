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

// A browser says that it is online before each request gets through.
const UNSETTLED_MS = 5_000
const AGAIN_MS = 1_000
let cameBackAt = Number.NEGATIVE_INFINITY

/**
 * The same, but not for the existing connection: a request that failed over it would fail again. What fails while the connection has only
 * just come back is asked for again after a second.
 */
export function useCameBack(tell: () => void): void {
  const known = useRef(false)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const heard = useEffectEvent(tell)
  const askAgain = useEffectEvent(() => {
    clearTimeout(timer.current)
    timer.current = setTimeout(heard, AGAIN_MS)
  })
  useReconnected(() => {
    if (!known.current) return
    cameBackAt = performance.now()
    tell()
    askAgain()
  })
  useEffect(() => {
    known.current = true
    // While it loaded, the failure was not shown, and its timer ended.
    if (performance.now() - cameBackAt < UNSETTLED_MS) askAgain()
    return () => clearTimeout(timer.current)
  }, [])
}
