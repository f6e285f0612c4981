import { currentPlace, onPage, pathOf, placeOf } from './hash.ts'

/** The place whose query was written by the page that it shows, and what that page is known by. */
let written: { place: string; key: string } | undefined

/** What tells one page from the next: its place, or that at which it was opened where it has written its query since. */
export const pageKeyOf = (place: string): string => (written?.place === place ? written.key : place)

/**
 * Writes parameters into the place, in the entry of the history that it has: Back leads where it did, nothing scrolls, and
 * the page stays, with the focus that it has. A sheet that the query named is left by it.
 */
export const setQuery = (params: Readonly<Record<string, string | undefined>>): void => onPage(() => write(params))

function write(params: Readonly<Record<string, string | undefined>>): void {
  const from = location.href
  const before = currentPlace()
  const place = placeOf(pathOf(before), params)
  written = { place, key: pageKeyOf(before) }
  history.replaceState(history.state, '', `#${place}`)
  dispatchEvent(new HashChangeEvent('hashchange', { oldURL: from, newURL: location.href }))
}
