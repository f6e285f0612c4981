import { type ComponentType, type ReactNode, useCallback, useState } from 'react'

/** `way`: which of the two ways to trade it begins with. */
export type OrderSheetProps<Way> = { symbol: string; way: Way; open: boolean; onClose: () => void }

/** A form for an order that a page can open: how, and where it stands. Each opening begins a new one. */
export function useOrderSheet<Way>(
  Sheet: ComponentType<OrderSheetProps<Way>>,
): [open: (symbol: string, way: Way) => void, sheet: ReactNode] {
  const [opening, setOpening] = useState<{ count: number; symbol: string; way: Way }>()
  const [open, setOpen] = useState(false)
  const close = useCallback(() => setOpen(false), [])
  const begin = useCallback((symbol: string, way: Way) => {
    setOpening((before) => ({ count: (before?.count ?? 0) + 1, symbol, way }))
    setOpen(true)
  }, [])
  const sheet = opening && (
    <Sheet key={opening.count} symbol={opening.symbol} way={opening.way} open={open} onClose={close} />
  )
  return [begin, sheet]
}
