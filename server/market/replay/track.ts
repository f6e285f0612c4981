import type { Instrument } from '../../../src/rules/market/instruments.ts'
import type { Tick } from '../source.ts'
import { createTrades } from '../trades.ts'
import { type OnBad, type RecordedFile, readRows } from './files.ts'
import type { Row } from './rows.ts'

// The last price is repeated while a market is quiet, as an exchange's ticker does. After this time without a trade in the recording, in
// ms, it is a gap: the symbol becomes stale.
const QUIET_MS_MAX = 60_000
const SILENCE_MS_MAX = 900

/** Calls back with each price of a row after one recorded time and up to another, with its share of the volume. */
export function playRow(
  { time, end, path, volume }: Row,
  after: number,
  upTo: number,
  onPrice: (price: number, volume: number, at: number) => void,
): void {
  const [opening = 0, ...rest] = path
  if (rest.length === 0) {
    onPrice(opening, volume, time)
    return
  }
  const width = (end - time) / rest.length
  const share = (volume * Math.max(0, Math.min(upTo, end) - Math.max(after, time))) / (end - time)
  const inside = path
    .map((price, place) => ({ price, at: time + place * width }))
    .filter(({ at }) => at > after && at <= upTo)
  if (upTo < end) {
    const place = Math.floor((upTo - time) / width)
    const [left = opening, right = left] = [path[place], path[place + 1]]
    inside.push({ price: left + ((right - left) * (upTo - time - place * width)) / width, at: upTo })
  }
  for (const { price, at } of inside) onPrice(price, share / inside.length, at)
}

/** One symbol of a recording during playback. */
export function createTrack(instrument: Instrument, files: readonly RecordedFile[], onBad: OnBad) {
  const trades = createTrades(instrument)
  let rows: Iterator<Row> | undefined
  let row: Row | undefined
  let reached = Number.NEGATIVE_INFINITY
  /** The newest price, and the recorded time up to which it is known to hold. */
  let price: number | undefined
  let heardAt = Number.NEGATIVE_INFINITY
  let emittedAt = Number.NEGATIVE_INFINITY

  const next = () => {
    row = rows?.next().value as Row | undefined
  }
  const advance = (position: number) => {
    while (row && row.time <= position) {
      const { side } = row
      playRow(row, reached, position, (at, volume) => {
        price = at
        trades.add(at, volume, { side })
      })
      heardAt = Math.min(position, row.end)
      if (row.end > position) break
      next()
    }
    reached = position
  }

  return {
    /** Restarts at a recorded time: only the last price before it is emitted. */
    open(position: number): void {
      rows?.return?.()
      rows = readRows(files, position - QUIET_MS_MAX, onBad)
      reached = emittedAt = heardAt = Number.NEGATIVE_INFINITY
      price = undefined
      next()
      advance(position)
      trades.clear()
    },
    /** Plays up to a recorded time. */
    advance,
    /** The ticks due now, in ms of server time. */
    take(now: number): Tick[] {
      if (now - emittedAt >= SILENCE_MS_MAX && price !== undefined && reached - heardAt <= QUIET_MS_MAX)
        trades.add(price, 0)
      const ticks = trades.take(now)
      if (ticks.length > 0) emittedAt = now
      return ticks
    },
    /** The newest trades since the last call, at `now` in ms of server time; none if the recording is of candles. */
    takeTrades: (now: number) => trades.takeTrades(now),
    close(): void {
      rows?.return?.()
    },
  }
}
