import type { Candle } from '../../src/api/market/market.ts'
import type * as api from '../../src/api/trade/strategy.ts'
import type { Input, Output } from '../../src/api/wire/call.ts'
import { QUOTE } from '../../src/rules/spot/spot.ts'
import { type StrategyForm, validateStrategy } from '../../src/rules/strategy/form.ts'
import { pastOf } from '../../src/rules/strategy/replay.ts'
import { walletOf } from '../ledger/module.ts'
import { currentPrice, type MarketView } from '../market/module.ts'
import type { Platform } from '../platform/context.ts'
import { requirePair } from '../spot/module.ts'

type Preview = Output<typeof api.preview>

/** Maximum number of replayed bars. */
const BARS_MAX = 1_000

/** The request in the format of the form. */
export const formOf = ({
  type,
  symbol,
  amount,
  days,
  lower,
  upper,
  grids,
}: Omit<Input<typeof api.preview>, 'interval'>): StrategyForm => ({
  type,
  symbol,
  amount,
  days: String(days ?? ''),
  lower: lower ?? '',
  upper: upper ?? '',
  grids: String(grids ?? ''),
})

/**
 * The current figures of a new strategy, its errors, and its backtest over the last recorded bars.
 *
 * @throws Refusal throughUsdt, pairNotFound, pairNotActivated
 */
export async function preview(
  { db, config }: Platform,
  market: MarketView,
  userId: string,
  input: Input<typeof api.preview>,
): Promise<Preview> {
  const { symbol, interval } = input
  requirePair(market, symbol)
  const available = (await walletOf(db, userId, QUOTE))?.available ?? '0'
  const form = formOf(input)
  const { errors, values, summary } = validateStrategy(form, { available, price: currentPrice(market, symbol) })
  if (!values) return { errors, summary: summary ?? null, past: null }
  const candles: Candle[] = JSON.parse(await market.candles(symbol, interval, { limit: BARS_MAX }))
  const past = pastOf(form, config.PAPER_DAY_SECONDS * 1_000, candles)
  return { errors, summary: summary ?? null, past }
}
