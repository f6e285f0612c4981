import { useEffect, useEffectEvent, useSyncExternalStore } from 'react'
import { keep, readKept } from '../../app/kept.ts'
import type { UiKey } from '../../i18n/texts.ts'

/** The keyboard shortcuts of the desk, and what each does. None sends an order. */
export const shortcuts = [
  { keys: ['B'], label: 'keys.buy' },
  { keys: ['S'], label: 'keys.sell' },
  { keys: ['1–9'], label: 'keys.interval' },
  { keys: ['J', 'K'], label: 'keys.row' },
  { keys: ['X'], label: 'keys.close' },
  { keys: ['Esc'], label: 'keys.cancel' },
  { keys: ['/'], label: 'keys.search' },
  { keys: ['?'], label: 'keys.all' },
] as const satisfies readonly { keys: readonly string[]; label: UiKey }[]

const NAME = 'shortcuts'
const isNo = (value: unknown): value is false => value === false
const listeners = new Set<() => void>()
let on: boolean | undefined

const isOn = () => {
  on ??= readKept(NAME, isNo) ?? true
  return on
}

/** Turns the shortcuts on or off, and saves the choice on this device. */
export function turnShortcuts(next: boolean): void {
  on = next
  keep(NAME, next ? undefined : false)
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const useShortcutsOn = (): boolean => useSyncExternalStore(subscribe, isOn)

const TYPED = 'input:not([type="radio"], [type="checkbox"], [type="range"]), textarea, select, [contenteditable]'

/** Calls `press` with each key that is a shortcut now: no field is focused, no sheet is open, and none holds a modifier. */
export function useKeys(press: (key: string) => boolean): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const { key, target, altKey, ctrlKey, metaKey, repeat, defaultPrevented } = event
    if (!isOn() || defaultPrevented || altKey || ctrlKey || metaKey || repeat) return
    if (target instanceof Element && target.closest(TYPED)) return
    if (document.querySelector('[data-sheet]')) return
    if (press(key.toLowerCase())) event.preventDefault()
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKey(event)
    addEventListener('keydown', listen)
    return () => removeEventListener('keydown', listen)
  }, [])
}
