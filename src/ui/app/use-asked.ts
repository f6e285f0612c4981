import { useCallback, useState } from 'react'

/**
 * A sheet that is opened for one thing after another: its subject, and whether it is open. `key` is new each time, so that the sheet begins
 * again; the subject stays while the sheet closes.
 *
 * @param first the thing it is open for from the beginning
 */
export function useAsked<T>(first?: T) {
  const [asked, setAsked] = useState<{ about: T; key: number } | undefined>(first && { about: first, key: 0 })
  const [open, setOpen] = useState(first !== undefined)
  const onClose = useCallback(() => setOpen(false), [])
  const ask = (about: T) => {
    setAsked((before) => ({ about, key: (before?.key ?? 0) + 1 }))
    setOpen(true)
  }
  return { asked, ask, sheet: { open, onClose } }
}
