import { useLayoutEffect } from 'react'
import { historyEntry } from './hash.ts'

/** How far down each entry of the history was left, in px, by its key. */
const left = new Map<string, number>()
const ENTRIES_MAX = 200

let current = ''

/**
 * Notes in the history how far down the current place is: for a page that is about to be loaded again, and for one that
 * is out of sight, which a device short of memory may drop.
 */
export const keepScroll = (): void => history.replaceState({ ...history.state, scroll: scrollY }, '')

function keptScroll(): number {
  const state: unknown = history.state
  const kept = typeof state === 'object' && state !== null && 'scroll' in state ? state.scroll : 0
  return typeof kept === 'number' ? kept : 0
}

/** Keeps the scroll of each place in the history, from now on. Returns how to stop. */
export function startScroll(): () => void {
  history.scrollRestoration = 'manual'
  const scrolled = () => {
    left.delete(current)
    left.set(current, scrollY)
    const [oldest] = left.keys()
    if (left.size > ENTRIES_MAX && oldest !== undefined) left.delete(oldest)
  }
  addEventListener('scroll', scrolled, { passive: true })
  document.addEventListener('visibilitychange', keepScroll)
  return () => {
    removeEventListener('scroll', scrolled)
    document.removeEventListener('visibilitychange', keepScroll)
  }
}

const GIVE_UP_MS = 3_000
const GESTURES = ['wheel', 'touchstart', 'keydown']

/**
 * Scrolls to the top of a new place, and to where a person was when they come back to one: as soon as the page is tall
 * enough again, unless they scroll first.
 */
export function useScroll(place: string): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: the history's entry changes with the place
  useLayoutEffect(() => {
    current = historyEntry().key
    const target = left.get(current) ?? keptScroll()
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
      for (const gesture of GESTURES) removeEventListener(gesture, done)
    }
    for (const gesture of GESTURES) addEventListener(gesture, done, { passive: true })
    grown.observe(document.body)
    return done
  }, [place])
}
