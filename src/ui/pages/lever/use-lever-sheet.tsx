import { type ReactNode, useCallback, useState } from 'react'
import type { LeverDirection } from '../../../rules/lever.ts'
import { LeverSheet } from './lever-sheet.tsx'

/** A form for a contract that a page can open: how, and where it stands. Each opening begins a new one. */
export function useLeverSheet(): [open: (symbol: string, direction: LeverDirection) => void, sheet: ReactNode] {
  const [opening, setOpening] = useState<{ count: number; symbol: string; direction: LeverDirection }>()
  const [open, setOpen] = useState(false)
  const close = useCallback(() => setOpen(false), [])
  const begin = useCallback((symbol: string, direction: LeverDirection) => {
    setOpening((before) => ({ count: (before?.count ?? 0) + 1, symbol, direction }))
    setOpen(true)
  }, [])
  const sheet = opening && (
    <LeverSheet key={opening.count} symbol={opening.symbol} direction={opening.direction} open={open} onClose={close} />
  )
  return [begin, sheet]
}
