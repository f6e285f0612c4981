import type { Instrument } from '../../src/rules/market/instruments.ts'
import type { Tick, Trade } from './source.ts'
import { TAPE_LENGTH } from './tape.ts'

/** A price in minor units, and its place among all since the last ticks. */
type Point = { price: number; place: number; time: number | undefined }

type Made = { time?: number | undefined; side?: Trade['side'] | undefined }

/**
 * Sums up the trades of a symbol between two beats. What is left of them is what a candle would show: the first price,
 * the highest, the lowest and the last, in the order in which they came, and the whole volume. So a beat costs no more
 * at a thousand trades than at four.
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
     * Takes a trade in. `price`, `quantity`: decimals. What is less than the least unit of the volume is carried on.
     *
     * @param made `time`: when, in ms; without one it is as old as what is taken with it. `side`: of who took it; without one no tape shows it
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
    /** The newest trades since the last call whose side is known, as long as there are no more than a tape shows; each of its own time, or of this one in ms. */
    takeTrades(now: number): Trade[] {
      const taken = newest.map((trade) => ({ symbol, ...trade, time: trade.time ?? now }))
      newest = []
      return taken
    },
    /** The ticks since the last call, each of its own time, or of this one in ms; none where nothing was traded. No spread is known: `quote` gives one. */
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

/** The whole units of an amount that was summed up in floats: 1.9999999 is 2. */
export const wholeUnits = (amount: number): number => Math.floor(amount + 1e-6)
