import { useLayoutEffect } from 'react'
import { historyDepth } from './hash.ts'

const places = new Map<string, number>()
let came: 'forth' | 'back' = 'forth'
let key = ''

const keyOf = (place: string) => `${historyDepth()} ${place}`

/** Keeps the scroll of each place in the history, from now on. Returns how to stop. */
export function startScroll(): () => void {
  history.scrollRestoration = 'manual'
  const moved = () => {
    came = 'back'
  }
  const scrolled = () => places.set(key, scrollY)
  addEventListener('popstate', moved)
  addEventListener('scroll', scrolled, { passive: true })
  return () => {
    removeEventListener('popstate', moved)
    removeEventListener('scroll', scrolled)
  }
}

const GIVE_UP_MS = 3_000

/**
 * Scrolls to the top when a person goes forth, and to where they were when they come back: as soon as the page is
 * tall enough again, unless they scroll first.
 */
export function useScroll(place: string): void {
  useLayoutEffect(() => {
    key = keyOf(place)
    const target = came === 'back' ? (places.get(key) ?? 0) : 0
    came = 'forth'
    scrollTo(0, target)
    if (scrollY >= target) return
    const grown = new ResizeObserver(() => {
      scrollTo(0, target)
      if (scrollY >= target) done()
    })
    const late = setTimeout(() => done(), GIVE_UP_MS)
    const done = () => {
      grown.disconnect()
      clearTimeout(late)
      for (const gesture of ['wheel', 'touchstart', 'keydown']) removeEventListener(gesture, done)
    }
    for (const gesture of ['wheel', 'touchstart', 'keydown']) addEventListener(gesture, done, { passive: true })
    grown.observe(document.body)
    return done
  }, [place])
}
