import { isOpen } from '../../src/rules/hours.ts'
import { findInstrument, type Instrument } from '../../src/rules/instruments.ts'
import type { Figure, Tick } from './source.ts'

/** A tick that was let in. Prices are minor units of its instrument; the volume counts units of the base. */
export type Accepted = { symbol: string; time: number; price: bigint; bid: bigint; ask: bigint; volume: bigint }

/**
 * Why a tick is refused.
 *
 * - `late`: its second is on the record already
 * - `spike`: ten times or a tenth of the price before
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

/** What a tick is judged by. `last`: the symbol's newest accepted tick, or its price alone after a start. */
export type Circumstances = {
  now: number
  completeMs: number
  last: { price: bigint; time: number; volume: bigint } | undefined
}

const SPIKE = 10n

/** Judges one tick: what it is worth, or why it is refused. Anything may come in; it never throws. */
export function judge(tick: Tick, { now, completeMs, last }: Circumstances): Accepted | GateRefusal {
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
  const isSpike = (price: bigint) => price >= last.price * SPIKE || price * SPIKE <= last.price
  return [tick.price, tick.bid, tick.ask].some(isSpike) ? 'spike' : undefined
}

const DECIMAL = /^-?\d{1,18}(\.\d{1,18})?$/

function toUnits(figure: Figure, scale: number): bigint | undefined {
  if (typeof figure === 'bigint') return figure
  if (typeof figure === 'string' && !DECIMAL.test(figure)) return undefined
  const units = Math.round(Number(figure) * 10 ** scale)
  return Number.isSafeInteger(units) ? BigInt(units) : undefined
}
