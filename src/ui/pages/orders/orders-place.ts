import type { Instrument } from '../../../rules/instruments.ts'
import { instrumentOf } from '../../../rules/instruments.ts'
import { placeOf } from '../../hash.ts'
import { FOREX_ORDERS, ORDERS } from '../../places.ts'

/** The page of a person's options on this kind of instrument. `receipt`: of the option whose receipt is open at once. */
export const ordersPlace = ({ kind }: Pick<Instrument, 'kind'>, receipt?: string): string =>
  placeOf(kind === 'crypto' ? ORDERS : FOREX_ORDERS, { receipt })

/** The page with an option's receipt. */
export const receiptPlace = ({ symbol, id }: { symbol: string; id: string }): string =>
  ordersPlace(instrumentOf(symbol), id)
