import { findInstrument } from '../../src/rules/market/instruments.ts'
import { currencyOf } from '../../src/rules/money/currencies.ts'
import type { Minor, Rounding } from '../../src/rules/money/money.ts'
import { valueInUsdt } from '../../src/rules/money/valuation.ts'
import type { Db, Tx } from '../platform/database/database.ts'
import type { Reads } from '../platform/unit/defer.ts'
import { lastTickAtOrBefore, newestTickBy, type TickRow } from './record.ts'

/** The value of an amount in USDT, in minor units, and the recorded tick that gives it; none for USDT itself. */
export type Valued = { value: Minor; tick: TickRow | null }

/**
 * The value of an amount of a currency in USDT at a time, by the last tick recorded by then, however old. A caller that needs a recent
 * price checks the tick.
 *
 * @param amount in minor units
 * @param atMs ms since the epoch
 * @returns `undefined` if no price of it was recorded by then
 * @throws RangeError for an unknown currency
 */
export async function valueAt(
  db: Db | Tx,
  { currency, amount }: { currency: string; amount: Minor },
  atMs: number,
  rounding: Rounding = 'down',
): Promise<Valued | undefined> {
  return valueBy({ currency, amount }, (symbol) => lastTickAtOrBefore(db, symbol, atMs), rounding)
}

/** As `valueAt`, by the newest recorded tick, rounded down; read once for all units of a transaction. */
export const valueNow = (reads: Reads, what: { currency: string; amount: Minor }): Promise<Valued | undefined> =>
  valueBy(what, (symbol) => newestTickBy(reads, symbol), 'down')

async function valueBy(
  { currency, amount }: { currency: string; amount: Minor },
  tickOf: (symbol: string) => Promise<TickRow | undefined>,
  rounding: Rounding,
): Promise<Valued | undefined> {
  currencyOf(currency)
  if (currency === 'USDT') return { value: amount, tick: null }
  const instrument = findInstrument(`${currency}USDT`)
  const tick = instrument && (await tickOf(instrument.symbol))
  return instrument && tick && { value: valueInUsdt({ currency, amount }, instrument, tick.price, rounding), tick }
}
