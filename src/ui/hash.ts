import { useEffect, useEffectEvent, useMemo, useState, useSyncExternalStore } from 'react'

/**
 * The place in the app, kept in the URL's hash with its query: `#/pages/kline/index?symbol=BTCUSDT`.
 *
 * Wouter's own hash hook writes a query in front of the hash; a link that someone shares must carry it inside.
 */

type Navigated = { replace?: boolean }

const read = (): string => `/${location.hash.replace(/^#?\/?/, '')}`
/** A place without its query. */
export const pathOf = (place: string): string => place.split('?', 1)[0] || '/'
const searchOf = (place: string): string => place.slice(pathOf(place).length + 1)

/** What the history keeps with each place. `depth`: how many places of this app lie behind it. `key`: its own, for good. */
type Entry = { depth: number; key: string }

let made = 0
// A reloaded app finds the entries that it made before: no key may come twice.
const newKey = () => `${performance.timeOrigin}.${made++}`

/** The history's entry for the current place. One that a person typed has none yet, and gets it. */
export function historyEntry(): Entry {
  const state: unknown = history.state
  if (typeof state === 'object' && state !== null && 'depth' in state && 'key' in state) {
    const { depth, key } = state
    if (typeof depth === 'number' && typeof key === 'string') return { depth, key }
  }
  const entry = { depth: 0, key: newKey() }
  history.replaceState(entry, '')
  return entry
}

/** A sheet has an entry of its own, over that of its page: Back leaves it, and the next place takes it. */
const atSheet = (): boolean => typeof history.state === 'object' && history.state !== null && 'sheet' in history.state

/** The way back from a sheet's entry, while the browser is on it: what is pushed meanwhile would be undone. */
let leaving: Promise<void> | undefined

function leaveSheet(): Promise<void> {
  leaving ??= new Promise<void>((resolve) => {
    addEventListener('popstate', () => resolve(), { once: true })
    history.back()
  }).then(() => {
    leaving = undefined
  })
  return leaving
}

/** Does something to the entry of a page: one of a sheet over it is left first. */
export function onPage(act: () => void): void {
  if (leaving || atSheet()) void leaveSheet().then(act)
  else act()
}

/** Leaves the entry of a sheet that is not open any more: that of a page that was loaded again. */
export const leaveLostSheet = (): void => void (atSheet() && leaveSheet())

/** Gives a sheet its entry in the history while it is open. `onBack`: Back was pressed, or another place gone to. */
export function useSheetEntry(open: boolean, onBack: () => void): void {
  const wentBack = useEffectEvent(onBack)
  useEffect(() => {
    if (!open) return
    const key = newKey()
    const closed = new AbortController()
    void Promise.resolve(leaving).then(() => {
      if (closed.signal.aborted) return
      const { depth } = historyEntry()
      history.pushState({ depth: depth + 1, key, sheet: true }, '')
      addEventListener('popstate', () => historyEntry().depth <= depth && wentBack(), { signal: closed.signal })
    })
    return () => {
      closed.abort()
      if (historyEntry().key === key) void leaveSheet()
    }
  }, [open])
}

let moved = false

/** Whether a person has gone from one place to another since the app was loaded. */
export const hasMoved = (): boolean => moved

function subscribe(changed: () => void): () => void {
  const onChange = () => {
    moved = true
    changed()
  }
  addEventListener('hashchange', onChange)
  addEventListener('popstate', onChange)
  return () => {
    removeEventListener('hashchange', onChange)
    removeEventListener('popstate', onChange)
  }
}

/** Goes to a place of the app, such as `/pages/kline/index?symbol=BTCUSDT`. */
export function navigate(to: string, { replace: replaces = false }: Navigated = {}): void {
  if (leaving || (replaces && atSheet())) {
    void leaveSheet().then(() => navigate(to, { replace: replaces }))
    return
  }
  const replace = replaces || atSheet()
  const from = location.href
  const { depth } = historyEntry()
  const entry: Entry = { depth: replace ? depth : depth + 1, key: newKey() }
  const url = `${location.pathname}${location.search}#${to.replace(/^#/, '')}`
  history[replace ? 'replaceState' : 'pushState'](entry, '', url)
  dispatchEvent(new HashChangeEvent('hashchange', { oldURL: from, newURL: location.href }))
}

/** Goes back where the place before is one of this app, and to `otherwise` where it is not. */
export function goBack(otherwise = '/'): void {
  if (historyEntry().depth > 0) history.back()
  else navigate(otherwise, { replace: true })
}

/** For wouter's Router: the path without its query. */
export function useHashPath(): [string, typeof navigate] {
  return [useSyncExternalStore(subscribe, () => pathOf(read())), navigate]
}
useHashPath.hrefs = (href: string): string => `#${href}`
useHashPath.searchHook = (): string => useSyncExternalStore(subscribe, () => searchOf(read()))

/** The parameters in the query of a place. */
export const queryOf = (place: string): URLSearchParams => new URLSearchParams(searchOf(place))

/** The parameters in the hash's query. */
export function useQuery(): URLSearchParams {
  const search = useHashPath.searchHook()
  return useMemo(() => new URLSearchParams(search), [search])
}

/**
 * Something about a view, such as its tab, that belongs to the place in the history: it is there again when a person
 * comes back to it.
 *
 * @param isKnown whether what the history holds, perhaps from another version of the app, is such a value
 */
export function usePlaceState<T>(name: string, initial: T, isKnown: (value: unknown) => value is T) {
  const [value, setValue] = useState(() => {
    const state: unknown = history.state
    const kept = typeof state === 'object' && state !== null ? Reflect.get(state, name) : undefined
    return isKnown(kept) ? kept : initial
  })
  const keep = (next: T) => {
    history.replaceState({ ...history.state, [name]: next }, '')
    setValue(next)
  }
  return [value, keep] as const
}

/** A place with its parameters, those that are undefined left out. */
export function placeOf(path: string, params: Record<string, string | undefined> = {}): string {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(params)) if (value !== undefined) query.set(name, value)
  const text = query.toString()
  return text ? `${path}?${text}` : path
}

/** The current place, with its query: what a guard keeps to come back to. */
export const currentPlace = read
