import type { submit } from '../../src/api/trade/microtrade.ts'
import type { Input } from '../../src/api/wire/call.ts'
import { Refusal, refusalOf } from '../../src/api/wire/messages.ts'
import { nextClose } from '../../src/rules/market/hours.ts'
import { findInstrument, type Instrument } from '../../src/rules/market/instruments.ts'
import { STALE_AFTER_MS } from '../../src/rules/market/prices.ts'
import { termsOnOffer, validateMicrotrade } from '../../src/rules/microtrade/form.ts'
import { profileOf } from '../../src/rules/profiles/profile.ts'
import { nulls, placeOrder } from '../orders/module.ts'
import type { Unit } from '../platform/unit/unit.ts'
import { microtradeKind } from './kind.ts'
import type { MicrotradeRow } from './order.ts'

/** Market data for an order: whether the market exists, and its prices are tradable. */
export type Prices = {
  has(symbol: string): boolean
  state(symbol: string): 'live' | 'stale' | 'closed'
  /** The last displayed price; `time` in ms. */
  last(symbol: string): { time: number }
  /** Minimum time from acceptance to opening, in ms, which removes a latency advantage. */
  delayMs: number
}

/** The market of an instrument's options. */
export const kindOf = ({ kind }: Instrument): MicrotradeRow['kind'] => (kind === 'crypto' ? 'crypto' : 'wh')

/** The empty columns of a new option. */
const NEW = nulls('open_seq open_ms open_price open_hash close_seq close_ms close_price close_hash payout turnover')

/**
 * Buys a timed option: validates it against the current terms, freezes them into the order, and holds the stake.
 *
 * @throws Refusal requestExpired, optionsNotOffered, pairNotFound, wrongPeriod, wrongCurrency, parameterError, belowMinimum, aboveMaximum, notMultiple,
 *   marketClosed, tradingClosed, insufficientBalance
 */
export async function buy(
  unit: Unit,
  prices: Prices,
  userId: string,
  kind: MicrotradeRow['kind'],
  input: Input<typeof submit>,
): Promise<MicrotradeRow> {
  const { platform } = unit
  const now = platform.clock.now()
  if (input.confirmBy !== undefined && now > input.confirmBy) throw new Refusal('requestExpired')
  if (!profileOf(platform.config.RULES).timedOptions) throw new Refusal('optionsNotOffered')
  const instrument = findInstrument(input.symbol)
  if (!instrument || kindOf(instrument) !== kind || !prices.has(input.symbol)) {
    throw new Refusal('pairNotFound')
  }
  const { errors, values } = validateMicrotrade(input, termsOnOffer)
  if (!values) throw refusalOf(errors)
  const state = prices.state(input.symbol)
  // A clock that was set back within a second must not let an option open at a price that everyone has seen.
  const seen = prices.last(input.symbol).time
  const accepted = (seen > now ? seen + 1 : now) + prices.delayMs
  // An option must settle before its market closes, even if its opening tick is as late as a price may be old.
  const lastSettlement = accepted + STALE_AFTER_MS + values.seconds * 1000
  if (state === 'closed' || lastSettlement >= nextClose(instrument.kind, now)) throw new Refusal('marketClosed')
  if (state === 'stale') throw new Refusal('tradingClosed')

  return placeOrder(unit, microtradeKind, {
    ...NEW,
    user_id: userId,
    symbol: instrument.symbol,
    kind,
    direction: input.direction,
    currency: input.currency,
    amount: values.stake,
    seconds: BigInt(values.seconds),
    payout_bps: BigInt(values.payoutBps),
    accepted_ms: BigInt(accepted),
    due_ms: BigInt(accepted),
  })
}
