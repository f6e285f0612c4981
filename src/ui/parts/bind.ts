import { type RefCallback, useCallback, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import type { Observable } from 'rxjs'

/**
 * Live values on the page: a stream writes into an element, without rendering by React. A stream that changes
 * many times a second is subscribed to only while its element is on screen, and the page is not hidden.
 */

type Watcher = { start(): () => void; stop?: (() => void) | undefined }
type Watched = { isOnScreen: boolean; watchers: Set<Watcher> }

const watched = new Map<Element, Watched>()
let observer: IntersectionObserver | undefined

function update({ isOnScreen, watchers }: Watched): void {
  const isSeen = isOnScreen && document.visibilityState === 'visible'
  for (const each of watchers) {
    if (isSeen) each.stop ??= each.start()
    else {
      each.stop?.()
      each.stop = undefined
    }
  }
}

function createObserver(): IntersectionObserver {
  document.addEventListener('visibilitychange', () => {
    for (const each of watched.values()) update(each)
  })
  return new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries) {
        const each = watched.get(target)
        if (!each) continue
        each.isOnScreen = isIntersecting
        update(each)
      }
    },
    { rootMargin: '64px' },
  )
}

/**
 * Runs `start` whenever the user can see the element, and the returned function when not. Within a list, its item is observed instead: each
 * observed element costs time in every frame, and a position has eight live figures.
 */
function whileSeen(element: Element, start: () => () => void): () => void {
  observer ??= createObserver()
  const item = element.closest('li') ?? element
  const own = watched.get(item) ?? { isOnScreen: false, watchers: new Set() }
  if (own.watchers.size === 0) {
    watched.set(item, own)
    observer.observe(item)
  }
  const watcher: Watcher = { start }
  own.watchers.add(watcher)
  update(own)
  return () => {
    watcher.stop?.()
    own.watchers.delete(watcher)
    if (own.watchers.size > 0) return
    observer?.unobserve(item)
    watched.delete(item)
  }
}

/**
 * Calls `write` with each value of a stream and the element, while the user can see the element.
 *
 * @param source$ keep it stable between renders; `undefined` subscribes to nothing
 * @param write may change between renders; the newest one is called
 * @returns a ref for the element
 */
export function useBind<T, E extends Element>(
  source$: Observable<T> | undefined,
  write: (element: E, value: T) => void,
): RefCallback<E> {
  const latest = useRef(write)
  const last = useRef<{ element: E; value: T } | undefined>(undefined)
  useEffect(() => {
    latest.current = write
    if (last.current) write(last.current.element, last.current.value)
  })
  return useCallback(
    (element: E | null) => {
      if (!element || !source$) return
      const leave = whileSeen(element, () => {
        const listening = source$.subscribe((value) => {
          last.current = { element, value }
          latest.current(element, value)
        })
        return () => listening.unsubscribe()
      })
      return () => {
        leave()
        last.current = undefined
      }
    },
    [source$],
  )
}

/**
 * Sets the text of an element that contains only text. This replaces its text node: if it changed the node instead, and the digits started
 * at another place, Chrome would count a layout shift.
 */
export function writeText(element: Element, text: string): void {
  if (element.textContent !== text) element.textContent = text
}

/** Writes a stream's values as the text of an element, whose children React must not change. */
export function useText<T>(source$: Observable<T> | undefined, format: (value: T) => string): RefCallback<HTMLElement> {
  return useBind<T, HTMLElement>(source$, (element, value) => writeText(element, format(value)))
}

/**
 * The newest value of a stream that changes rarely, for a view that rerenders with each while an element of it is
 * on screen.
 *
 * @param source$ keep it stable between renders; equal values in a row must be the same value
 */
export function useSeen<T>(source$: Observable<T>, initial: T): [ref: RefCallback<Element>, value: T] {
  const [value, setValue] = useState(initial)
  const ref = useBind<T, Element>(source$, (_, next) => setValue(() => next))
  return [ref, value]
}

/** The value that a stream emits on subscription, if any. */
export function peek<T>(source$: Observable<T>): T | undefined {
  let said: T | undefined
  source$.subscribe((value) => (said = value)).unsubscribe()
  return said
}

/** As `useLatest`, for a stream that may emit on subscription: the first render shows that value. */
export function useNow<T>(source$: Observable<T>, otherwise: T): T {
  const [first] = useState(() => peek(source$) ?? otherwise)
  return useLatest(source$, first)
}

/** The newest value of a stream that changes rarely, for a view that rerenders with each. */
export function useLatest<T>(source$: Observable<T>, initial: T): T {
  const value = useRef(initial)
  const subscribe = useCallback(
    (changed: () => void) => {
      const listening = source$.subscribe((next) => {
        value.current = next
        changed()
      })
      return () => listening.unsubscribe()
    },
    [source$],
  )
  return useSyncExternalStore(subscribe, () => value.current)
}
