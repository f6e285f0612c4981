import { useSyncExternalStore } from 'react'

/** The layout that fits: a page; the list of markets beside it; the desk, with chart, order form and orders at once. */
export type Room = 'page' | 'list' | 'desk'

const DESK = '(width >= 1100px)'
/** A phone on its side is as wide, but not as high. */
const LIST = '(width >= 700px) and (height >= 480px)'

const has = (query: string) => matchMedia(query).matches

/** The layout that fits now. */
export const roomNow = (): Room => (has(DESK) ? 'desk' : has(LIST) ? 'list' : 'page')

function subscribe(changed: () => void): () => void {
  const queries = [DESK, LIST].map((query) => matchMedia(query))
  for (const query of queries) query.addEventListener('change', changed)
  return () => {
    for (const query of queries) query.removeEventListener('change', changed)
  }
}

/** The layout that fits, where CSS cannot decide because another tree is rendered. */
export const useRoom = (): Room => useSyncExternalStore(subscribe, roomNow)
