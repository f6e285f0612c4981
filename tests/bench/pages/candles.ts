import type { Candle } from '../../../src/api/market/market.ts'

/** The chart's bars, and its visible range. */
export const BARS = 10_000
export const BARS_MANY = 1_000_000
export const HEIGHT = 320
export const PAN_PX = 6

/** What a benchmark can do with a chart's page. */
export type ChartBench = {
  /** Draws for the first time; resolves when it has. */
  mount(): Promise<void>
  /** Pans back and forth by `PAN_PX` and changes the newest bar, once per frame. */
  run(frames: number): Promise<void>
}

declare global {
  interface Window {
    chart: ChartBench
  }
}

/** A seeded sequence of numbers from 0 to 1. */
function sequence() {
  let state = 7
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return state / 2_147_483_648
  }
}

/** Five-minute bars: a random walk, again and again where there are more than `BARS`. */
export function candles(count = BARS): Candle[] {
  const random = sequence()
  let price = 40_000
  const walk = Array.from({ length: BARS }, (_, at): Candle => {
    const open = price
    const close = open * (1 + (random() - 0.5) * 0.004)
    price = close
    const high = Math.max(open, close) * (1 + random() * 0.001)
    const low = Math.min(open, close) * (1 - random() * 0.001)
    const prices = [open, high, low, close].map((each) => each.toFixed(2)) as [string, string, string, string]
    return [timeOf(at), ...prices, (random() * 100).toFixed(3)]
  })
  const again = (at: number) => walk[at % BARS]?.slice(1) as Candle extends [number, ...infer Rest] ? Rest : never
  return count === BARS ? walk : Array.from({ length: count }, (_, at): Candle => [timeOf(at), ...again(at)])
}

/** When a bar opens, in seconds. */
const timeOf = (at: number) => 1_400_000_000 + at * 300

/** The newest bar after another tick. */
export function grow([time, open, high, low, , volume]: Candle, tick: number): Candle {
  const close = (Number(open) * (1 + Math.sin(tick) * 0.0004)).toFixed(2)
  return [time, open, high, low, close, volume]
}

/**
 * Calls a function in each of these frames, then waits for one more. It is called by the frame itself:
 * microtasks do not count as script in Chromium's metrics.
 */
export const inFrames = (frames: number, step: (frame: number) => void) =>
  new Promise<void>((resolve) => {
    let frame = 0
    const next = () => {
      if (frame > frames) return resolve()
      if (frame < frames) step(frame)
      frame++
      requestAnimationFrame(next)
    }
    requestAnimationFrame(next)
  })

/** The pan of one frame: the first half of a run goes to older bars, the second half back. */
export const panOf = (frame: number, frames: number) => (frame < frames / 2 ? -PAN_PX : PAN_PX)
