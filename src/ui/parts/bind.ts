import { type RefCallback, useCallback, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import type { Observable } from 'rxjs'

/**
 * Live values on the page: a stream writes into an element, without rendering by React. A stream that changes
 * many times a second is subscribed to only while its element is on screen, and the page is not hidden.
 */

type Watched = { isOnScreen: boolean; start(): () => void; stop?: (() => void) | undefined }

const watched = new Map<Element, Watched>()
let observer: IntersectionObserver | undefined

function update(each: Watched): void {
  if (each.isOnScreen && document.visibilityState === 'visible') each.stop ??= each.start()
  else {
    each.stop?.()
    each.stop = undefined
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

/** Runs `start` whenever the user can see the element, and the returned function when not. */
function whileSeen(element: Element, start: () => () => void): () => void {
  observer ??= createObserver()
  const each: Watched = { isOnScreen: false, start }
  watched.set(element, each)
  observer.observe(element)
  return () => {
    observer?.unobserve(element)
    watched.delete(element)
    each.stop?.()
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

/** Writes a stream's values as the text of an element, whose children React must not change. */
export function useText<T>(source$: Observable<T> | undefined, format: (value: T) => string): RefCallback<HTMLElement> {
  return useBind<T, HTMLElement>(source$, (element, value) => {
    const text = format(value)
    if (element.textContent !== text) element.textContent = text
  })
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
