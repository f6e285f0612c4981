import { BOOK_LEVELS, type BookLevel, type BookSide, levelsOf } from '../../../rules/market/book.ts'
import type { RecordedTick } from '../../../rules/market/chain.ts'
import { instrumentOf } from '../../../rules/market/instruments.ts'
import { pairOf } from '../../../rules/market/pairs.ts'
import { formatMoney, type Minor, parseMoney } from '../../../rules/money/money.ts'
import { formatPrice } from '../../format/format.ts'
import { useLabels } from '../../i18n/index.ts'
import { writeText } from '../../parts/bind.ts'

/** The levels of a side, by number. */
export const levelNumbers = Array.from({ length: BOOK_LEVELS }, (_, level) => level)

/** One side of the book at a recorded tick, the best level first; empty before the first tick. */
export function levelsAt(symbol: string, side: BookSide, tick: RecordedTick | undefined): readonly BookLevel[] {
  const price = tick && parseMoney(tick.price, instrumentOf(symbol).scale)
  return tick && price ? levelsOf(symbol, side, { price, hash: tick.hash }) : []
}

/** Formats of a symbol's prices and quantities, from minor units. */
export function useLevelFormats(symbol: string) {
  const { lang } = useLabels()
  const { scale, quantityScale } = instrumentOf(symbol)
  const decimals = pairOf(symbol).unit.split('.')[1]?.length ?? 0
  return {
    priceText: (price: Minor) => formatPrice(formatMoney(price, scale), scale, lang),
    quantityText: (quantity: Minor) => formatPrice(formatMoney(quantity, quantityScale), decimals, lang),
  }
}

/** Writes the cells of a level's row, and the length of its bar. */
export function writeLevel(
  row: HTMLTableRowElement | undefined,
  texts: readonly string[],
  { part, whole }: { part: Minor; whole: Minor },
): void {
  if (!row) return
  texts.forEach((text, at) => {
    const cell = row.cells[at]
    if (cell) writeText(cell, text)
  })
  row.style.setProperty('--share', String(Number((part * 100n) / whole) / 100))
}
