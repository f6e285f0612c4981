import { useEffect, useRef, useSyncExternalStore } from 'react'

/** Shortcuts of a part of the page: what a key does, by its name; `g o`: one key after the other. */
export type Keys = Readonly<Record<string, { words: string; act: () => void }>>

/** Shortcuts that work on the page now, once each, and whether they are on. */
type Shortcuts = { listed: readonly { key: string; words: string }[]; isOn: boolean }

/** Where the choice is kept, on this device. */
const KEPT = 'desk.keys'

const used = new Set<{ current: Keys }>()
const readers = new Set<() => void>()
let before = ''
let now: Shortcuts = { listed: [], isOn: localStorage.getItem(KEPT) !== 'off' }

function tell(isOn = now.isOn) {
  const words = new Map(
    [...used].flatMap(({ current }) => Object.entries(current).map(([key, { words }]) => [key, words])),
  )
  now = { isOn, listed: [...words].map(([key, words]) => ({ key, words })) }
  for (const read of readers) read()
}

/** Turns all shortcuts but Escape on or off. */
export function turnShortcuts(isOn: boolean): void {
  localStorage.setItem(KEPT, isOn ? 'on' : 'off')
  tell(isOn)
}

function subscribe(read: () => void): () => void {
  readers.add(read)
  return () => readers.delete(read)
}

export const useShortcuts = (): Shortcuts => useSyncExternalStore(subscribe, () => now)

const isTyped = (target: EventTarget | null) =>
  target instanceof HTMLElement && target.closest('input, textarea, select, [contenteditable]') !== null

const find = (key: string) => [...used].find(({ current }) => current[key])?.current[key]

function press(event: KeyboardEvent) {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return
  if (document.querySelector('dialog[open]')) return
  if (isTyped(event.target)) {
    if (event.key === 'Escape' && event.target instanceof HTMLElement) event.target.blur()
    return
  }
  const shortcut = find(`${before} ${event.key}`) ?? find(event.key)
  before = event.key
  if (!shortcut || !(now.isOn || event.key === 'Escape')) return
  event.preventDefault()
  shortcut.act()
}

/** Shortcuts while a part is on the page. One does nothing while a field has the focus, nor with a modifier; Escape leaves the field. */
export function useKeys(keys: Keys): void {
  const newest = useRef(keys)
  newest.current = keys
  const names = Object.entries(keys)
    .map(([key, { words }]) => `${key} ${words}`)
    .join()
  useEffect(() => {
    if (used.size === 0) document.addEventListener('keydown', press)
    used.add(newest)
    return () => {
      used.delete(newest)
      if (used.size === 0) document.removeEventListener('keydown', press)
      tell()
    }
  }, [])
  // biome-ignore lint/correctness/useExhaustiveDependencies: only other names change what is listed
  useEffect(() => tell(), [names])
}
