import { useSelector } from '@xstate/react'
import { useEffect, useEffectEvent, useRef } from 'react'
import { useServices } from './services.ts'

/**
 * Tells whoever shows something that the connection is live, so that what is missing can be asked for: now, and whenever it
 * is there again.
 */
export function useReconnected(tell: () => void): void {
  const { connection } = useServices()
  const live = useSelector(connection, (now) => now.hasTag('fresh'))
  const heard = useEffectEvent(tell)
  useEffect(() => {
    if (live) heard()
  }, [live])
}

/** The same, but not for the connection that is there already: what failed over that one fails again. */
export function useCameBack(tell: () => void): void {
  const known = useRef(false)
  useReconnected(() => known.current && tell())
  useEffect(() => {
    known.current = true
  }, [])
}
