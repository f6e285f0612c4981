import { useMemo, useState } from 'react'
import { map } from 'rxjs'
import { useServices } from '../../app/services.ts'
import { peek, useText } from '../../parts/bind.ts'

type LiveTextProps = {
  symbol: string
  /** The text at a price, or `undefined` for a dash. */
  textAt: (price: string) => string | undefined
  /** All that the text depends on, besides the price. */
  of: unknown
}

/** A text that follows the price of a symbol. Bypasses React. */
export function LiveText({ symbol, textAt, of }: LiveTextProps) {
  const { quotes } = useServices()
  // biome-ignore lint/correctness/useExhaustiveDependencies: `of` has all values it depends on
  const text$ = useMemo(
    () => quotes.quote$(symbol).pipe(map(({ price }) => textAt(price) ?? '–')),
    [JSON.stringify(of), symbol, quotes],
  )
  const ref = useText(text$, String)
  // Kept in state: React must not overwrite what the stream has written since.
  const [first] = useState(() => peek(text$))
  return (
    <span ref={ref} className="nowrap">
      {first ?? '–'}
    </span>
  )
}
