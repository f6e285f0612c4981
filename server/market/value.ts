import { findInstrument } from '../../src/rules/market/instruments.ts'
import { currencyOf } from '../../src/rules/money/currencies.ts'
import type { Minor, Rounding } from '../../src/rules/money/money.ts'
import { valueInUsdt } from '../../src/rules/money/valuation.ts'
import type { Db, Tx } from '../platform/database/database.ts'
import type { Reads } from '../platform/unit/defer.ts'
import { lastTickAtOrBefore, newestTickBy, type TickRow } from './record.ts'

/** What an amount comes to in USDT, in minor units, and the recorded tick that says so: none for USDT itself. */
export type Valued = { value: Minor; tick: TickRow | null }

/**
 * What an amount of a currency was worth in USDT at a time, by the last tick on the record then, however old that is:
 * who must not go by an old price looks at the tick.
 *
 * @param amount in minor units
 * @param atMs ms since the epoch
 * @returns `undefined` where no price of it was ever recorded by then
 * @throws RangeError where the platform has no such currency
 */
export async function valueAt(
  db: Db | Tx,
  { currency, amount }: { currency: string; amount: Minor },
  atMs: number,
  rounding: Rounding = 'down',
): Promise<Valued | undefined> {
  return valueBy({ currency, amount }, (symbol) => lastTickAtOrBefore(db, symbol, atMs), rounding)
}

/** As `valueAt`, by the newest tick on the record, rounded down: for all units of a transaction by one. */
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
