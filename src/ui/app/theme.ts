import { useSyncExternalStore } from 'react'
import { readTheme, type Theme, writeTheme } from '../../rules/account/theme.ts'

const paper = { light: '#f6f4ef', dark: '#0e1114' }

/** Applies the theme: the tokens follow `data-theme` and `data-swap`, and so does the colour of the browser's own bars. */
function wear({ scheme, swap }: Theme): void {
  const { dataset } = document.documentElement
  if (scheme === 'system') delete dataset.theme
  else dataset.theme = scheme
  if (swap) dataset.swap = ''
  else delete dataset.swap
  for (const meta of document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]')) {
    const own = meta.media.includes('dark') ? 'dark' : 'light'
    meta.content = paper[scheme === 'system' ? own : scheme]
  }
}

let theme: Theme = { scheme: 'system', swap: false }
const listeners = new Set<() => void>()

/** Applies the stored theme. Called once, before the first render. */
export function startTheme(): void {
  theme = readTheme(document.cookie)
  wear(theme)
}

/** Changes and stores the theme. */
export function changeTheme(change: Partial<Theme>): void {
  theme = { ...theme, ...change }
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser yet
  document.cookie = writeTheme(theme, location.protocol === 'https:')
  wear(theme)
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The current theme. */
export const useTheme = (): Theme => useSyncExternalStore(subscribe, () => theme)
