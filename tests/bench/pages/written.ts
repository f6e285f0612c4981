import type { BookSide } from '../../../src/rules/market/book.ts'
import type { TapeTrade } from '../../../src/streams/tape.ts'

/** The pair whose book and tape are shown. */
export const SYMBOL = 'BTCUSDT'

/** A book and a trade for a page that computes nothing: decimals, best level first. */
export type Written = { type: 'written'; trade: TapeTrade } & Record<
  BookSide,
  readonly (readonly [price: string, quantity: string])[]
>
