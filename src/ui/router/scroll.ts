import { useLayoutEffect } from 'react'
import { historyEntry } from './router.ts'

/** Scroll position of each history entry, in px, by its key. */
const left = new Map<string, number>()
const ENTRIES_MAX = 200

let current = ''
/** The scroll position being restored, in px, while it still changes. */
let wanted: number | undefined

/**
 * Saves the current place's scroll position in the history: for a page about to be reloaded, and for one that
 * is hidden, which a device short of memory may discard.
 */
export const keepScroll = (): void => history.replaceState({ ...history.state, scroll: wanted ?? scrollY }, '')

function keptScroll(): number {
  const state: unknown = history.state
  const kept = typeof state === 'object' && state !== null && 'scroll' in state ? state.scroll : 0
  return typeof kept === 'number' ? kept : 0
}

/** Tracks the scroll position of each place in the history. Returns a function that stops it. */
export function startScroll(): () => void {
  history.scrollRestoration = 'manual'
  const scrolled = () => {
    left.delete(current)
    left.set(current, wanted ?? scrollY)
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

/** A page whose height was stable for this long, in ms, is complete. */
const SETTLED_MS = 5_000
const GESTURES = ['wheel', 'pointerdown', 'keydown']

/**
 * Scrolls to the top of a new place, and restores the position of an earlier one, which is kept while the page
 * still fills, above it too, unless the user scrolls first.
 */
export function useScroll(place: string): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: the history's entry changes with the place
  useLayoutEffect(() => {
    current = historyEntry().key
    const target = left.get(current) ?? keptScroll()
    scrollTo(0, target)
    return target > 0 ? holdScroll(target) : undefined
  }, [place])
}

/** Holds the scroll position at `target` px until the page has settled or the user scrolls. Returns a function that stops it. */
function holdScroll(target: number): () => void {
  const { body, documentElement } = document
  let [height, at] = [body.offsetHeight, scrollY]
  let settled: ReturnType<typeof setTimeout> | undefined
  const stop = new AbortController()
  const { signal } = stop
  const release = () => stop.abort()
  const filled = new ResizeObserver(() => {
    scrollTo(0, target)
    ;[height, at] = [body.offsetHeight, scrollY]
    clearTimeout(settled)
    settled = setTimeout(release, SETTLED_MS)
  })
  // A shrinking page scrolls automatically: a scroll by the user does not change its height.
  const scrolled = () => scrollY !== at && body.offsetHeight === height && release()
  signal.addEventListener('abort', () => {
    filled.disconnect()
    clearTimeout(settled)
    wanted = undefined
    documentElement.style.overflowAnchor = ''
  })
  for (const gesture of GESTURES) addEventListener(gesture, release, { passive: true, signal })
  addEventListener('scroll', scrolled, { capture: true, passive: true, signal })
  wanted = target
  // Content inserted above would shift the page with its current content.
  documentElement.style.overflowAnchor = 'none'
  filled.observe(body)
  return release
}
