import { useCallback, useEffect, useEffectEvent, useMemo, useState, useSyncExternalStore } from 'react'

/**
 * The place in the app, kept in the URL's hash with its query: `#/pages/kline/index?symbol=BTCUSDT`.
 *
 * Wouter's own hash hook writes a query in front of the hash; in a shared link it must be inside.
 */

type Navigated = { replace?: boolean }

const read = (): string => `/${location.hash.replace(/^#?\/?/, '')}`
/** A place without its query. */
export const pathOf = (place: string): string => place.split('?', 1)[0] || '/'
const searchOf = (place: string): string => place.slice(pathOf(place).length + 1)

/** The history state of each place. `depth`: number of previous places of this app. `key`: unique and permanent. */
type Entry = { depth: number; key: string }

let made = 0
// A reloaded app finds its earlier entries: keys must not repeat.
const newKey = () => `${performance.timeOrigin}.${made++}`

/** The history's entry for the current place. A typed address has none yet, and gets one. */
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

/** A sheet has an entry on top of its page's: Back closes it, and the next place replaces it. */
const atSheet = (): boolean => typeof history.state === 'object' && history.state !== null && 'sheet' in history.state

/** The pending return from a sheet's entry: a push meanwhile would be undone. */
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

/** Acts on the entry of a page, after leaving that of a sheet over it. */
export function onPage(act: () => void): void {
  if (leaving || atSheet()) void leaveSheet().then(act)
  else act()
}

/** Leaves the entry of a sheet that is no longer open, after a reload. */
export const leaveLostSheet = (): void => void (atSheet() && leaveSheet())

/**
 * Gives a sheet an entry in the history while open. `onBack`: Back was pressed, or another place opened whose page has the sheet too: to
 * close it earlier would change the query of that place.
 */
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
      const place = read()
      const left = () => {
        if (historyEntry().depth > depth) return
        if (read() === place) wentBack()
        else setTimeout(() => closed.signal.aborted || wentBack())
      }
      addEventListener('popstate', left, { signal: closed.signal })
    })
    return () => {
      closed.abort()
      if (historyEntry().key === key) void leaveSheet()
    }
  }, [open])
}

let moved = false

/** Whether the user has navigated since the app was loaded. */
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

/** Goes back if the previous place is one of this app, else to `otherwise`. */
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
 * View state, such as a tab, that is stored in the history entry, and restored when the user
 * returns to it.
 *
 * @param isKnown validates the stored value, which may be from another version of the app
 */
export function usePlaceState<T>(name: string, initial: T, isKnown: (value: unknown) => value is T) {
  const [value, setValue] = useState(() => {
    const state: unknown = history.state
    const kept = typeof state === 'object' && state !== null ? Reflect.get(state, name) : undefined
    return isKnown(kept) ? kept : initial
  })
  const keep = useCallback(
    (next: T) => {
      history.replaceState({ ...history.state, [name]: next }, '')
      setValue(next)
    },
    [name],
  )
  return [value, keep] as const
}

/** A place with its parameters, without undefined ones. */
export function placeOf(path: string, params: Record<string, string | undefined> = {}): string {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(params)) if (value !== undefined) query.set(name, value)
  const text = query.toString()
  return text ? `${path}?${text}` : path
}

/** The current place, with its query: the return address of a guard. */
export const currentPlace = read
