import type { Candle } from '../../../src/api/market/market.ts'

/** How many bars a chart holds, and how it is looked at. */
export const BARS = 10_000
export const HEIGHT = 320
export const PAN_PX = 6

/** What a chart's page lets its benchmark do. */
export type ChartBench = {
  /** Draws for the first time; resolves when it has. */
  mount(): Promise<void>
  /** Pans by `PAN_PX` and changes the newest bar, once per frame, to and fro. */
  run(frames: number): Promise<void>
}

declare global {
  interface Window {
    chart: ChartBench
  }
}

/** Numbers from 0 to 1, the same each time. */
function sequence() {
  let state = 7
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return state / 2_147_483_648
  }
}

/** A walk of bars of five minutes. */
export function candles(): Candle[] {
  const random = sequence()
  let price = 40_000
  return Array.from({ length: BARS }, (_, at) => {
    const open = price
    const close = open * (1 + (random() - 0.5) * 0.004)
    price = close
    const high = Math.max(open, close) * (1 + random() * 0.001)
    const low = Math.min(open, close) * (1 - random() * 0.001)
    const prices = [open, high, low, close].map((each) => each.toFixed(2)) as [string, string, string, string]
    return [1_700_000_000 + at * 300, ...prices, (random() * 100).toFixed(3)]
  })
}

/** The newest bar after another tick. */
export function grow([time, open, high, low, , volume]: Candle, tick: number): Candle {
  const close = (Number(open) * (1 + Math.sin(tick) * 0.0004)).toFixed(2)
  return [time, open, high, low, close, volume]
}

/**
 * Does something in each of so many frames, and waits for one more to be drawn. It is called by the frame itself:
 * what runs in a promise's job does not count as script in Chromium's metrics.
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

/** How far to pan in a frame of a run: one half to older bars, one half back. */
export const panOf = (frame: number, frames: number) => (frame < frames / 2 ? -PAN_PX : PAN_PX)
