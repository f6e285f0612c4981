import { useEffect, useRef } from 'react'

const isTyped = (target: EventTarget | null) =>
  target instanceof HTMLElement && target.closest('input, textarea, select, [contenteditable]') !== null

/**
 * Shortcuts of a page: what a key does, by its name. A letter does nothing while a field has the focus, nor with a modifier; Escape leaves
 * the field.
 */
export function useKeys(keys: Readonly<Record<string, () => void>>): void {
  const newest = useRef(keys)
  newest.current = keys
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return
      if (isTyped(event.target)) {
        if (event.key === 'Escape' && event.target instanceof HTMLElement) event.target.blur()
        return
      }
      const act = newest.current[event.key]
      if (!act) return
      event.preventDefault()
      act()
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [])
}

/** Moves the focus to the link of the next row of the page's list, or of the one before it. */
export function focusRow(by: 1 | -1): void {
  const links = [...document.querySelectorAll<HTMLElement>('[data-row]')]
  const at = links.findIndex((link) => link.closest('tr')?.contains(document.activeElement))
  const open = links.findIndex((link) => link.closest('tr')?.hasAttribute('data-open'))
  const from = at < 0 ? open : at
  links[Math.min(links.length - 1, Math.max(0, from < 0 ? 0 : from + by))]?.focus()
}

export const focusOn = (selector: string): void => document.querySelector<HTMLElement>(selector)?.focus()
