import { useLayoutEffect } from 'react'
import { historyEntry } from './hash.ts'

/** How far down each entry of the history was left, in px, by its key. */
const left = new Map<string, number>()
const ENTRIES_MAX = 200

let current = ''
/** Where the current place is being brought back to, in px, while it still moves. */
let wanted: number | undefined

/**
 * Notes in the history how far down the current place is: for a page that is about to be loaded again, and for one that
 * is out of sight, which a device short of memory may drop.
 */
export const keepScroll = (): void => history.replaceState({ ...history.state, scroll: wanted ?? scrollY }, '')

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

/** A page that has not changed its height for so long, in ms, has all that it will have by itself. */
const SETTLED_MS = 5_000
const GESTURES = ['wheel', 'pointerdown', 'keydown']

/**
 * Scrolls to the top of a new place, and to where a person was when they come back to one: there they stay while the page
 * still fills, above them too, unless they scroll first.
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

/** Keeps the page at a scroll of `target` px until it has settled, or a person scrolls. Returns how to stop. */
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
  // A page that becomes shorter scrolls by itself: whoever scrolls leaves its height as it is.
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
  // What comes in above would move the page on with what is there so far.
  documentElement.style.overflowAnchor = 'none'
  filled.observe(body)
  return release
}
