import { currentPlace, onPage, pathOf, placeOf } from './router.ts'

/** The place whose query was written by its own page, and that page's key. */
let written: { place: string; key: string } | undefined

/** The key of a page: its place, or the one at which it was opened if it has since written its query. */
export const pageKeyOf = (place: string): string => (written?.place === place ? written.key : place)

/**
 * Writes parameters into the place, replacing its history entry: Back is unchanged, nothing scrolls, and
 * the page stays, with its focus. A sheet named by the query is closed.
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
