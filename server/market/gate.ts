import { isOpen } from '../../src/rules/market/hours.ts'
import { findInstrument, type Instrument } from '../../src/rules/market/instruments.ts'
import { STALE_AFTER_MS } from '../../src/rules/market/prices.ts'
import type { Figure, Tick } from './source.ts'

/** An accepted tick. Prices are minor units of its instrument; the volume is in units of the base. */
export type Accepted = { symbol: string; time: number; price: bigint; bid: bigint; ask: bigint; volume: bigint }

/**
 * Why a tick is refused.
 *
 * - `late`: its second is already recorded
 * - `spike`: ten times or a tenth of the previous price, and not for `SPIKE_HELD_MS` yet
 * - `crossed`: its bid is above its ask
 */
export const refusals = [
  'unknownSymbol',
  'notANumber',
  'zero',
  'negative',
  'crossed',
  'future',
  'late',
  'outOfOrder',
  'duplicate',
  'closed',
  'spike',
] as const
export type GateRefusal = (typeof refusals)[number]

export const noRefusals = () => Object.fromEntries(refusals.map((reason) => [reason, 0])) as Record<GateRefusal, number>

/** The data that a tick is checked against. `last`: the symbol's newest accepted tick, or only its price after a start. */
export type Circumstances = {
  now: number
  completeMs: number
  last: { price: bigint; time: number; volume: bigint } | undefined
}

const SPIKE = 10n
/** How long all ticks of a symbol must agree on the level of a spike, in ms, before it becomes the price. */
export const SPIKE_HELD_MS = 60_000

/** The level at which ticks were refused as spikes, and the first and the last time of that. */
type Doubt = { price: bigint; since: number; seen: number }

/**
 * Creates a gate. It checks one tick at a time, and returns it in minor units, or the reason for its refusal. It never throws, whatever the
 * input. It remembers a lasting spike of each symbol, so that a real move does not block the symbol permanently.
 */
export function createGate(): (tick: Tick, circumstances: Circumstances) => Accepted | GateRefusal {
  const doubts = new Map<string, Doubt>()
  return (tick, circumstances) => {
    const verdict = examine(tick, circumstances)
    if (typeof verdict === 'string') return verdict
    const { symbol, price, time } = verdict
    const { last } = circumstances
    const doubt = doubts.get(symbol)
    doubts.delete(symbol)
    if (!last || !isSpike(verdict, last.price)) return verdict
    const goesOn = doubt && !isSpike(verdict, doubt.price) && time - doubt.seen <= STALE_AFTER_MS
    const since = goesOn ? doubt.since : time
    if (time - since >= SPIKE_HELD_MS) return verdict
    doubts.set(symbol, { price, since, seen: time })
    return 'spike'
  }
}

const isSpike = ({ price, bid, ask }: Accepted, last: bigint) =>
  [price, bid, ask].some((each) => each >= last * SPIKE || each * SPIKE <= last)

function examine(tick: Tick, { now, completeMs, last }: Circumstances): Accepted | GateRefusal {
  const instrument = findInstrument(tick.symbol)
  if (!instrument) return 'unknownSymbol'
  const [price, bid, ask] = [tick.price, tick.bid, tick.ask].map((figure) => toUnits(figure, instrument.scale))
  const volume = toUnits(tick.volume, instrument.quantityScale)
  if (price === undefined || bid === undefined || ask === undefined || volume === undefined) return 'notANumber'
  if (!Number.isSafeInteger(tick.time)) return 'notANumber'
  if (price < 0n || bid < 0n || ask < 0n || volume < 0n) return 'negative'
  if (price === 0n || bid === 0n || ask === 0n) return 'zero'
  if (bid > ask) return 'crossed'
  const { symbol, time } = tick
  const accepted = { symbol, time, price, bid, ask, volume }
  return misplaced(accepted, instrument, { now, completeMs, last }) ?? accepted
}

function misplaced(
  tick: Accepted,
  { kind }: Instrument,
  { now, completeMs, last }: Circumstances,
): GateRefusal | undefined {
  if (tick.time > now) return 'future'
  if (tick.time <= completeMs) return 'late'
  if (!isOpen(kind, tick.time)) return 'closed'
  if (!last) return undefined
  if (tick.time < last.time) return 'outOfOrder'
  if (tick.time === last.time && tick.price === last.price && tick.volume === last.volume) return 'duplicate'
  return undefined
}

const DECIMAL = /^-?\d{1,18}(\.\d{1,18})?$/

function toUnits(figure: Figure, scale: number): bigint | undefined {
  if (typeof figure === 'bigint') return figure
  if (typeof figure === 'string' && !DECIMAL.test(figure)) return undefined
  const units = Math.round(Number(figure) * 10 ** scale)
  return Number.isSafeInteger(units) ? BigInt(units) : undefined
}
