import type { Instrument } from '../../src/rules/market/instruments.ts'
import type { Tick, Trade } from './source.ts'
import { TAPE_LENGTH } from './tape.ts'

/** A price in minor units, and its position among all since the last ticks. */
type Point = { price: number; place: number; time: number | undefined }

type Made = { time?: number | undefined; side?: Trade['side'] | undefined }

/**
 * Sums up the trades of a symbol between two beats, as a candle does: the first, the highest, the lowest and the last price, in order of
 * arrival, and the total volume. So a beat costs no more with a thousand trades than with four.
 */
export function createTrades({ symbol, scale, quantityScale }: Instrument) {
  const units = 10 ** scale
  const quantityUnits = 10 ** quantityScale
  let count = 0
  let first: Point | undefined
  let high: Point | undefined
  let low: Point | undefined
  let last: Point | undefined
  let volume = 0
  let newest: (Omit<Trade, 'symbol' | 'time'> & { time: number | undefined })[] = []

  return {
    /**
     * Adds a trade. `price`, `quantity`: decimals. A remainder below the volume's smallest unit is carried over.
     *
     * @param made `time`: in ms; without one, that of the call that takes it. `side`: of the taker; without one no tape shows it
     */
    add(price: number, quantity: number, { time, side }: Made = {}): void {
      const point = { price: Math.round(price * units), place: count++, time }
      first ??= point
      if (!high || point.price > high.price) high = point
      if (!low || point.price < low.price) low = point
      last = point
      volume += quantity * quantityUnits
      const traded = wholeUnits(quantity * quantityUnits)
      if (!side || traded === 0) return
      newest.push({ price: BigInt(point.price), quantity: BigInt(traded), side, time })
      if (newest.length > TAPE_LENGTH) newest.shift()
    },
    /** Drops collected trades, as if sent. */
    clear(): void {
      count = 0
      first = high = low = last = undefined
      volume = 0
      newest = []
    },
    /**
     * The newest trades with a known side since the last call, at most as many as a tape shows; each with its own time, or else `now`, in
     * ms.
     */
    takeTrades(now: number): Trade[] {
      const taken = newest.map((trade) => ({ symbol, ...trade, time: trade.time ?? now }))
      newest = []
      return taken
    },
    /**
     * The ticks since the last call, each with its own time, or else `time`, in ms; none without trades. The spread is unknown unless
     * `quote` gives one.
     */
    take(time: number, quote?: { bid: number; ask: number }): Tick[] {
      const points = [first, high, low, last].filter((point) => point !== undefined).sort((a, b) => a.place - b.place)
      const path = points.filter(({ price }, index) => price !== points[index - 1]?.price)
      const whole = wholeUnits(volume)
      volume -= whole
      count = 0
      first = high = low = last = undefined
      return path.map(({ price, time: own = time }, index) => ({
        symbol,
        time: own,
        price: BigInt(price),
        bid: BigInt(quote ? Math.round(quote.bid * units) : price),
        ask: BigInt(quote ? Math.round(quote.ask * units) : price),
        volume: BigInt(index === path.length - 1 ? whole : 0),
      }))
    },
  }
}

/** The whole units of an amount summed up in floats: 1.9999999 is 2. */
export const wholeUnits = (amount: number): number => Math.floor(amount + 1e-6)
