import type { ForexOrder, ForexPairDetails } from '../../../src/api/trade/forex.ts'

/** A position as the wire carries it: a tenth of a lot of EUR/USD, bought at 1.08005, by default. */
export const forexOrderOf = (id: string, change: Partial<ForexOrder> = {}): ForexOrder => ({
  ...{ id, symbol: 'EURUSD', direction: 'long', currency: 'USDT', lots: '0.10' },
  ...{ type: 'market', price: null, reachedAt: null },
  ...{ openLots: '0.10', closing: null, parts: [], lot: 100_000, leverage: 20 },
  ...{
    spread: '0.00010',
    swapPoints: '-0.00007',
    stopOutBps: 2_000,
    state: 'open.standing',
    version: 2,
    list: 0,
    status: 0,
  },
  ...{ acceptedAt: 1_000_000, settledAt: null, reserve: '545.425250', dealPrice: '1.08005' },
  openTick: { symbol: 'EURUSD', seq: 1, time: 1_000_500, price: '1.08000', hash: 'ab'.repeat(32) },
  ...{ via: null, rate: null, rateTick: null, initial: '540.025000', margin: '540.025000', stopOut: '1.03689' },
  ...{
    takeProfit: null,
    stopLoss: null,
    stopsAt: null,
    next: null,
    night: '-0.700000',
    nights: 0,
    swap: '0.000000',
    nextNightAt: 2_000_000,
  },
  ...{ closingAt: null, closePrice: null, closeTick: null, profit: '0.000000', returned: '0.000000' },
  ...{ shortfall: '0.000000', cause: null, voidReason: null },
  ...{ limited: '0.000000', gaps: [] },
  ...change,
})

/** The data of the EUR/USD form, with 500 USDT available and a bank card. */
export const pairDetails: ForexPairDetails = {
  ...{ symbol: 'EURUSD', currency: 'USDT', available: '500.000000', lot: 100_000, unit: '0.01', max: '10' },
  ...{ pip: '0.0001', spread: '0.00010', leverage: 20, stopOutBps: 2_000 },
  swap: { long: '-0.00007', short: '-0.00001' },
  ...{ via: null, price: '1.08000', rate: null, cardBound: true, closed: null, orders: [] },
}
