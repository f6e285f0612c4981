import type { Source, Tick } from '../../server/market/module.ts'
import { instrumentOf } from '../../src/rules/market/instruments.ts'
import { parseMoney } from '../../src/rules/money/money.ts'
import { createChance } from './chance.ts'

/** The traded symbols. */
export const symbols = ['BTCUSDT', 'XRPUSDT', 'EURUSD', 'XAUUSD'] as const

/** Ticks that the gate must reject. */
export const badTicks = [
  'spike',
  'dip',
  'zero',
  'negative',
  'noNumber',
  'crossed',
  'future',
  'late',
  'unknown',
] as const
export type BadTick = (typeof badTicks)[number]

export type Feed = {
  source: Source
  /** Sends nothing for this long, in ms: the whole feed, or one symbol. */
  stall(ms: number, symbol?: string): void
  /** Slips a bad tick in, after the next good ones. */
  slip(bad: BadTick, symbol: string): void
  /** Repeats its last frame. */
  repeat(): void
  /** Continues normally. */
  heal(): void
  /** Whether a good tick of this price and time was sent. */
  sent(symbol: string, time: number, price: bigint): boolean
  /** The time of the newest good tick of a symbol, in ms. */
  lastAt(symbol: string): number
}

const EVERY_MS = 400
/** Few prices, so that an option often ends at the price that it opened at. */
const LEVELS = 3

/** A feed that walks among few prices and continues while servers stop and start. */
export function createFeed(seed: string): Feed {
  const chance = createChance(`${seed} feed`)
  const levels = new Map<string, number>(symbols.map((symbol) => [symbol, 0]))
  const good = new Set<string>()
  const lastAt = new Map<string, number>()
  const slips: { bad: BadTick; symbol: string }[] = []
  let silentMs = 0
  const silentMsOf = new Map<string, number>()
  let before: Tick[] = []
  let repeats = false

  const bases = new Map<string, bigint>(
    symbols.map((symbol) => {
      const { reference, scale } = instrumentOf(symbol)
      return [symbol, parseMoney(reference, scale) ?? 0n]
    }),
  )
  const base = (symbol: string) => bases.get(symbol) ?? 0n
  const walk = (symbol: string, time: number): Tick => {
    const level = Math.min(LEVELS, Math.max(-LEVELS, (levels.get(symbol) ?? 0) + chance.whole(-1, 1)))
    levels.set(symbol, level)
    const price = base(symbol) + BigInt(level)
    good.add(`${symbol} ${time} ${price}`)
    lastAt.set(symbol, Math.max(time, lastAt.get(symbol) ?? 0))
    return { symbol, time, price, bid: price - 1n, ask: price + 1n, volume: BigInt(chance.whole(1, 9)) }
  }
  const spoil = ({ bad, symbol }: (typeof slips)[number], time: number): Tick => {
    const price = base(symbol) + 50n
    const tick: Tick = { symbol, time, price, bid: price, ask: price, volume: 1n }
    const at = (value: Tick['price']): Tick => ({ ...tick, price: value, bid: value, ask: value })
    const spoilt: Record<BadTick, Tick> = {
      spike: at(price * 10n),
      dip: at(price / 11n),
      zero: at(0n),
      negative: at(-price),
      noNumber: at('1e5x'),
      crossed: { ...tick, bid: price + 1n },
      future: { ...tick, time: time + 10_000 },
      late: { ...tick, time: time - 10_000 },
      unknown: { ...tick, symbol: 'NONE' },
    }
    return spoilt[bad]
  }
  const next = (time: number): Tick[] => {
    if (silentMs > 0) {
      silentMs -= EVERY_MS
      return []
    }
    const ticks = symbols.flatMap((symbol) => {
      const silent = silentMsOf.get(symbol) ?? 0
      if (silent > 0) silentMsOf.set(symbol, silent - EVERY_MS)
      return silent > 0 || chance.happens(0.2) ? [] : [walk(symbol, time)]
    })
    const again = repeats ? before : []
    repeats = false
    before = ticks
    return [...ticks, ...again, ...slips.splice(0).map((slip) => spoil(slip, time))]
  }

  const source: Source = {
    name: 'simulation',
    id: 'simulation',
    start({ clock, emit }) {
      let cancel = () => {}
      const wait = () => {
        cancel = clock.after(EVERY_MS, () => {
          wait()
          const ticks = next(clock.now())
          if (ticks.length > 0) emit(ticks)
        })
      }
      wait()
      return () => cancel()
    },
  }
  return {
    source,
    stall: (ms, symbol) => {
      if (symbol) silentMsOf.set(symbol, ms)
      else silentMs = ms
    },
    slip: (bad, symbol) => slips.push({ bad, symbol }),
    repeat: () => {
      repeats = true
    },
    heal: () => {
      silentMs = 0
      silentMsOf.clear()
      slips.length = 0
    },
    sent: (symbol, time, price) => good.has(`${symbol} ${time} ${price}`),
    lastAt: (symbol) => lastAt.get(symbol) ?? 0,
  }
}
