import { type RefObject, useEffect, useEffectEvent, useRef } from 'react'

/** How far below the screen something counts as reached: so that what comes next is there before it is seen. */
const AHEAD = '1200px'

/** Tells when an element comes near, as often as it does. */
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
