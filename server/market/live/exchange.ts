import { SourceError } from '../source.ts'

/** A trade as ccxt gives it. `timestamp`: ms by the exchange's clock; `side`: `buy` or `sell`, of the taker. */
export type ExchangeTrade = {
  symbol: string
  timestamp?: number | undefined
  price?: number | undefined
  amount?: number | undefined
  side?: string | undefined
}

/** The best bid and ask of a symbol as ccxt gives them; a ticker also has its last price, and the time of that. */
export type ExchangeQuote = {
  symbol: string
  bid?: number | undefined
  ask?: number | undefined
  last?: number | undefined
  timestamp?: number | undefined
}

/** The used part of a ccxt exchange. Symbols are its own: `BTC/USDT`. */
export type Exchange = {
  id: string
  name: string
  has: Record<string, unknown>
  markets: Record<string, { spot?: boolean; active?: boolean | undefined } | undefined>
  timeframes?: Record<string, unknown> | undefined
  loadMarkets(): Promise<unknown>
  fetchTime(): Promise<number | undefined>
  /** Bars from a time in ms on, oldest first: time in ms, open, high, low, close and volume. */
  fetchOHLCV(
    symbol: string,
    timeframe: string,
    since: number,
    limit: number,
  ): Promise<readonly (readonly (number | undefined)[])[]>
  /** Each subscribes once, and resolves when data has arrived, in `trades`, `tickers` and `bidsasks`. */
  watchTrades(symbol: string): Promise<unknown>
  watchTradesForSymbols(symbols: readonly string[]): Promise<unknown>
  watchTickers(symbols: readonly string[]): Promise<unknown>
  watchBidsAsks(symbols: readonly string[]): Promise<unknown>
  /** The newest trades of each symbol, oldest first, and its newest quote. */
  trades: Record<string, readonly ExchangeTrade[] | undefined>
  tickers: Record<string, ExchangeQuote | undefined>
  bidsasks: Record<string, ExchangeQuote | undefined>
  close(): Promise<unknown>
}

type Ccxt = { pro: Record<string, (new (options: object) => Exchange) | undefined> }

// Not a literal: the package is optional, and we do not need the types of 78 exchanges.
const PACKAGE: string = 'ccxt'

async function loadCcxt(): Promise<Ccxt> {
  try {
    return (await import(PACKAGE)).default
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_MODULE_NOT_FOUND') throw error
    throw new SourceError(
      'MARKET: live prices need ccxt, which npm ci leaves out: run npm ci --ignore-scripts --prefix server/market/live',
    )
  }
}

/**
 * Creates a ccxt exchange by its id, without a key: only public data is requested.
 *
 * @throws SourceError if ccxt is not installed, or has no such exchange with a stream of trades
 */
export async function createExchange(id: string, settings: object = {}): Promise<Exchange> {
  const { pro } = await loadCcxt()
  const Made = Object.hasOwn(pro, id) ? pro[id] : undefined
  if (!Made) throw new SourceError(`MARKET: ccxt knows no exchange ${id} that streams`)
  const exchange = new Made({
    options: {
      defaultType: 'spot',
      fetchMarkets: { types: ['spot'] },
      newUpdates: true,
      // Binance also has small tickers, without bid and ask.
      watchTickers: { name: 'ticker' },
    },
    ...settings,
  })
  if (!exchange.has.watchTrades) throw new SourceError(`MARKET: ${exchange.name} streams no trades`)
  return exchange
}
