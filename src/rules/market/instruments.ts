/** Kind of instrument. Crypto trades around the clock; forex and metals close for the weekend. */
export type InstrumentKind = 'crypto' | 'forex' | 'metal'

/**
 * An instrument. `scale`: decimals of its price. `quantityScale`: decimals of a traded quantity. `reference`: the price, as a decimal,
 * around which a simulated market begins.
 */
export type Instrument = {
  symbol: string
  base: string
  quote: string
  name: string
  kind: InstrumentKind
  scale: number
  quantityScale: number
  reference: string
}

const crypto = (base: string, name: string, reference: string, scale: number, quantityScale: number): Instrument => ({
  symbol: `${base}USDT`,
  base,
  quote: 'USDT',
  name,
  kind: 'crypto',
  scale,
  quantityScale,
  reference,
})

const pair = (
  kind: 'forex' | 'metal',
  base: string,
  quote: string,
  name: string,
  reference: string,
  scale: number,
) => ({
  symbol: `${base}${quote}`,
  base,
  quote,
  name,
  kind,
  scale,
  quantityScale: 2,
  reference,
})

/** All instruments, in list order. */
export const instruments: readonly Instrument[] = [
  crypto('BTC', 'Bitcoin', '43182.5', 2, 5),
  crypto('ETH', 'Ethereum', '2281.07', 2, 4),
  crypto('SOL', 'Solana', '101.44', 2, 3),
  crypto('XRP', 'XRP', '0.6218', 4, 1),
  crypto('DOGE', 'Dogecoin', '0.0912', 5, 0),
  crypto('BNB', 'BNB', '312.4', 2, 3),
  crypto('ADA', 'Cardano', '0.5124', 4, 1),
  crypto('AVAX', 'Avalanche', '36.52', 2, 2),
  crypto('LINK', 'Chainlink', '14.83', 3, 2),
  crypto('DOT', 'Polkadot', '7.215', 3, 2),
  crypto('LTC', 'Litecoin', '71.36', 2, 3),
  crypto('TRX', 'TRON', '0.10542', 5, 0),
  crypto('BCH', 'Bitcoin Cash', '248.6', 2, 3),
  crypto('UNI', 'Uniswap', '6.412', 3, 2),
  crypto('ATOM', 'Cosmos', '9.874', 3, 2),
  crypto('FIL', 'Filecoin', '5.623', 3, 2),
  crypto('ARB', 'Arbitrum', '1.2384', 4, 1),
  crypto('NEAR', 'NEAR', '3.418', 3, 2),
  pair('forex', 'EUR', 'USD', 'Euro / US dollar', '1.08425', 5),
  pair('forex', 'GBP', 'USD', 'Pound / US dollar', '1.26713', 5),
  pair('forex', 'USD', 'JPY', 'US dollar / Yen', '148.216', 3),
  pair('forex', 'AUD', 'USD', 'Australian dollar / US dollar', '0.65842', 5),
  pair('forex', 'USD', 'CHF', 'US dollar / Swiss franc', '0.86931', 5),
  pair('forex', 'USD', 'CAD', 'US dollar / Canadian dollar', '1.34725', 5),
  pair('forex', 'NZD', 'USD', 'New Zealand dollar / US dollar', '0.61238', 5),
  pair('forex', 'EUR', 'GBP', 'Euro / Pound', '0.85567', 5),
  pair('metal', 'XAU', 'USD', 'Gold', '2034.15', 2),
  pair('metal', 'XAG', 'USD', 'Silver', '22.784', 3),
]

const bySymbol = new Map(instruments.map((instrument) => [instrument.symbol, instrument]))

/** The instrument with this symbol, or `undefined`. */
export const findInstrument = (symbol: string): Instrument | undefined => bySymbol.get(symbol)

/**
 * The instrument with this symbol.
 *
 * @throws RangeError if there is none: for symbols from our own records
 */
export function instrumentOf(symbol: string): Instrument {
  const instrument = bySymbol.get(symbol)
  if (!instrument) throw new RangeError(`no instrument ${symbol}`)
  return instrument
}
