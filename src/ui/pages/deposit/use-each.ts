import { useEffect, useEffectEvent } from 'react'

/** Runs a callback for each new id. */
export function useEach(id: string | null, then: () => void): void {
  const follow = useEffectEvent(then)
  useEffect(() => {
    if (id !== null) follow()
  }, [id])
}
