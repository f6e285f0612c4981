import { useSyncExternalStore } from 'react'

/** The place in the admin console: a command's name and the arguments of the open row, or `user` and a name. */
export type Place = { at: string; words: readonly string[] }

const read = () => location.hash

function subscribe(changed: () => void): () => void {
  addEventListener('hashchange', changed)
  return () => removeEventListener('hashchange', changed)
}

export const linkTo = (at: string, ...words: readonly string[]): string =>
  `#/${[at, ...words].map(encodeURIComponent).join('/')}`

function placeIn(hash: string): Place {
  try {
    const [at = '', ...words] = hash.replace(/^#\/?/, '').split('/').map(decodeURIComponent)
    return { at, words }
  } catch {
    return { at: '', words: [] }
  }
}

export const usePlace = (): Place => placeIn(useSyncExternalStore(subscribe, read))

export const goTo = (link: string): void => {
  location.hash = link
}
