import { useSyncExternalStore } from 'react'
import { type Look, readLook, writeLook } from '../../rules/account/look.ts'

const paper = { light: '#f6f4ef', dark: '#0e1114' }

/** Applies the theme: the tokens follow `data-theme` and `data-swap`, and so does the colour of the browser's own bars. */
function wear({ theme, swap }: Look): void {
  const { dataset } = document.documentElement
  if (theme === 'system') delete dataset.theme
  else dataset.theme = theme
  if (swap) dataset.swap = ''
  else delete dataset.swap
  for (const meta of document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]')) {
    const own = meta.media.includes('dark') ? 'dark' : 'light'
    meta.content = paper[theme === 'system' ? own : theme]
  }
}

let look: Look = { theme: 'system', swap: false }
const listeners = new Set<() => void>()

/** Applies the stored theme. Called once, before the first render. */
export function startLook(): void {
  look = readLook(document.cookie)
  wear(look)
}

/** Changes and stores the theme. */
export function changeLook(change: Partial<Look>): void {
  look = { ...look, ...change }
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser yet
  document.cookie = writeLook(look, location.protocol === 'https:')
  wear(look)
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The current theme. */
export const useLook = (): Look => useSyncExternalStore(subscribe, () => look)
