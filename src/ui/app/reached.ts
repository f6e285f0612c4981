import { type RefObject, useEffect, useEffectEvent, useRef } from 'react'

/** Distance below the screen that counts as reached, so that the next content loads before it is seen. */
const AHEAD = '1200px'

/** Calls back whenever an element comes near. */
export function useReached<E extends Element>(onReach: () => void): RefObject<E | null> {
  const element = useRef<E>(null)
  const reached = useEffectEvent(onReach)
  useEffect(() => {
    if (!element.current) return
    const observer = new IntersectionObserver((entries) => entries.at(-1)?.isIntersecting && reached(), {
      rootMargin: AHEAD,
    })
    observer.observe(element.current)
    return () => observer.disconnect()
  }, [])
  return element
}
