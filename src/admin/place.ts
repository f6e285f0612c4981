import { useSyncExternalStore } from 'react'

/** How a list is shown: the words that its rows have, and the column that it is sorted by. */
export type Query = { find?: string | undefined; by?: string | undefined; way?: string | undefined }

/**
 * The place in the admin console: a command's name and the arguments of the open row, or `user` and a name. The address holds it all, so that
 * it can be kept.
 */
export type Place = { at: string; words: readonly string[]; query: Query }

const read = () => location.hash

function subscribe(changed: () => void): () => void {
  addEventListener('hashchange', changed)
  return () => removeEventListener('hashchange', changed)
}

export const linkTo = (at: string, ...words: readonly string[]): string =>
  `#/${[at, ...words].map(encodeURIComponent).join('/')}`

function placeIn(hash: string): Place {
  try {
    const [path = '', search = ''] = hash.replace(/^#\/?/, '').split('?')
    const [at = '', ...words] = path.split('/').map(decodeURIComponent)
    return { at, words, query: Object.fromEntries(new URLSearchParams(search)) }
  } catch {
    return { at: '', words: [], query: {} }
  }
}

export const usePlace = (): Place => placeIn(useSyncExternalStore(subscribe, read))

/** A link to a place with its list shown so. */
export function withQuery(link: string, query: Query): string {
  const search = new URLSearchParams(Object.entries(query).flatMap(([name, value]) => (value ? [[name, value]] : [])))
  return search.size === 0 ? link : `${link}?${search}`
}

/** Changes how the list is shown, without a step to go back to. */
export function showSo(query: Query): void {
  const [link = ''] = location.hash.split('?')
  history.replaceState(null, '', withQuery(link || '#/', query))
  dispatchEvent(new HashChangeEvent('hashchange'))
}

export const goTo = (link: string): void => {
  location.hash = link
}
