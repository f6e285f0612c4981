import { useEffect, useEffectEvent } from 'react'
import { createKeptFlag, useKeptFlag } from '../../app/kept-flag.ts'
import type { UiKey } from '../../i18n/texts.ts'

/** The keyboard shortcuts of the desk, and what each does. None sends an order. */
export const shortcuts = [
  { keys: ['B'], label: 'keys.buy' },
  { keys: ['S'], label: 'keys.sell' },
  { keys: ['1–9'], label: 'kline.interval' },
  { keys: ['J', 'K'], label: 'keys.row' },
  { keys: ['X'], label: 'lever.act.close' },
  { keys: ['Esc'], label: 'action.cancel' },
  { keys: ['/'], label: 'market.search' },
  { keys: ['?'], label: 'keys.all' },
] as const satisfies readonly { keys: readonly string[]; label: UiKey }[]

const off = createKeptFlag('shortcutsOff')

/** Turns the shortcuts on or off, and saves the choice on this device. */
export const turnShortcuts = (on: boolean): void => off.set(!on)

export const useShortcutsOn = (): boolean => !useKeptFlag(off)

const TYPED = 'input:not([type="radio"], [type="checkbox"], [type="range"]), textarea, select, [contenteditable]'

/**
 * Calls `press` with each key pressed while no field is focused, no sheet is open and no modifier but Shift is held. `press` returns whether
 * the key is a shortcut of its own.
 */
export function useKeys(press: (key: string) => boolean): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const { key, target, altKey, ctrlKey, metaKey, repeat, defaultPrevented } = event
    if (off.now() || defaultPrevented || altKey || ctrlKey || metaKey || repeat) return
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
