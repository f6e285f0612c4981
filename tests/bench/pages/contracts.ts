import type { LeverOrder } from '../../../src/api/trade/lever.ts'
import type { QuoteDelta, ServerFrame } from '../../../src/api/wire/frames.ts'
import { contracts } from '../../../src/rules/lever/terms.ts'
import { instrumentOf } from '../../../src/rules/market/instruments.ts'

/** Open contracts, spread over all symbols. */
const COUNT = 100
const symbols = contracts.map(({ symbol }) => symbol)

const at = (symbol: string, factor: number) => {
  const { reference, scale } = instrumentOf(symbol)
  return (Number(reference) * factor).toFixed(scale)
}

/** A user's open contracts, each with stops. */
export const orders: readonly LeverOrder[] = Array.from({ length: COUNT }, (_, place): LeverOrder => {
  const contract = contracts[place % contracts.length]
  const { symbol, unit } = contract ?? { symbol: 'BTCUSDT', unit: '0.0001' }
  const { quantityScale } = instrumentOf(symbol)
  const quantity = (Number(unit) * 10 * (place + 1)).toFixed(quantityScale)
  const worth = Number(quantity) * Number(at(symbol, 1))
  const long = place % 3 > 0
  const money = (amount: number) => amount.toFixed(6)
  return {
    id: `contract-${place}`,
    ...{ symbol, direction: long ? 'long' : 'short', type: 'market', currency: 'USDT', leverage: 10, feeBps: 5 },
    ...{ liquidationFeeBps: 25, tiers: [...(contract?.tiers ?? [])] },
    ...{
      worth: money(worth),
      exposure: money(0),
      ordered: quantity,
      quantity,
      price: null,
      state: 'open.standing',
      version: 2,
      list: 0,
      status: 0,
    },
    ...{ acceptedAt: 1_000_000, settledAt: null, deliveryAt: null, reserve: money(worth / 9) },
    dealPrice: at(symbol, 1),
    openTick: { symbol, seq: 1, time: 1_000_500, price: at(symbol, 1), hash: 'ab'.repeat(32) },
    ...{ openFee: money(worth / 2_000), margin: money(worth / 10), adding: money(0), maintenance: money(worth / 100) },
    liquidationPrice: at(symbol, long ? 0.91 : 1.09),
    takeProfit: at(symbol, long ? 1.05 : 0.95),
    stopLoss: at(symbol, long ? 0.95 : 1.05),
    ...{ next: null, closing: null, fills: [], profit: money(0), closeFee: money(0) },
    ...{ funding: money(0), fundingTerms: null, nextFundingAt: null, limited: money(0), gaps: [] },
    ...{ paid: money(worth / 10 + worth / 2_000), returned: money(0), cause: null, voidReason: null },
  }
})

/** A seeded random walk of a few thousandths. */
const priceAt = (symbol: string, seq: number) => at(symbol, 1 + Math.sin(seq * 1.7 + symbols.indexOf(symbol)) / 300)

export const snapshot = (seq: number, time: number): ServerFrame => ({
  ...{ type: 'snapshot', time },
  quotes: symbols.map((symbol) => {
    const price = priceAt(symbol, seq)
    const around = { price, bid: price, ask: price, open24h: price, high24h: price, low24h: price }
    return { symbol, seq, time, state: 'live', ...around, volume24h: '1000', turnover24h: '1000000', spark: [] }
  }),
})

/** One frame in which every contract's market has a new price. */
export const ticks = (seq: number, time: number): ServerFrame => ({
  ...{ type: 'quotes', time },
  quotes: symbols.map((symbol): QuoteDelta => {
    const price = priceAt(symbol, seq)
    return [symbol, seq, time, price, price, price, '1000']
  }),
})
