import { useSelector } from '@xstate/react'
import { useEffect, useEffectEvent } from 'react'
import { useServices } from './services.ts'

/** Tells whoever shows something that the connection is live again, so that what is missing can be asked for. */
export function useReconnected(tell: () => void): void {
  const { connection } = useServices()
  const live = useSelector(connection, (now) => now.hasTag('fresh'))
  const heard = useEffectEvent(tell)
  useEffect(() => {
    if (live) heard()
  }, [live])
}
