import { currentPlace, pathOf, placeOf } from './hash.ts'

/** Writes parameters into the place, in the entry of the history that it has: Back leads where it did, and nothing scrolls. */
export function setQuery(params: Readonly<Record<string, string | undefined>>): void {
  const from = location.href
  history.replaceState(history.state, '', `#${placeOf(pathOf(currentPlace()), params)}`)
  dispatchEvent(new HashChangeEvent('hashchange', { oldURL: from, newURL: location.href }))
}
