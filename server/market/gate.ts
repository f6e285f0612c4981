import { isOpen } from '../../src/rules/market/hours.ts'
import { findInstrument, type Instrument } from '../../src/rules/market/instruments.ts'
import { STALE_AFTER_MS } from '../../src/rules/market/prices.ts'
import type { Figure, Tick } from './source.ts'

/** A tick that was let in. Prices are minor units of its instrument; the volume counts units of the base. */
export type Accepted = { symbol: string; time: number; price: bigint; bid: bigint; ask: bigint; volume: bigint }

/**
 * Why a tick is refused.
 *
 * - `late`: its second is on the record already
 * - `spike`: ten times or a tenth of the price before, and not for long enough to be believed
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

/** What a tick is examined by. `last`: the symbol's newest accepted tick, or its price alone after a start. */
export type Circumstances = {
  now: number
  completeMs: number
  last: { price: bigint; time: number; volume: bigint } | undefined
}

const SPIKE = 10n
/** For so long, in ms, all ticks of a symbol must agree on a level that is a spike, before it is the price. */
export const SPIKE_HELD_MS = 60_000

/** The level at which ticks were refused as spikes: since when, and when last. */
type Doubt = { price: bigint; since: number; seen: number }

/**
 * Makes a gate. It examines one tick at a time: gives it in minor units, or says why it is refused. Anything may come in; it never
 * throws. Of each symbol it remembers a spike that stays, so that a true move does not lock the symbol out for good.
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
