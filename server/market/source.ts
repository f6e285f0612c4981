import { type Instrument, instruments } from '../../src/rules/market/instruments.ts'
import type { Clock } from '../platform/clock.ts'
import type { Bar } from './bars.ts'

/**
 * A figure from a source. A bigint is in minor units; a number or a text is a decimal, as feeds send it, and unvalidated: the gate parses
 * it.
 */
export type Figure = bigint | number | string

/** A trade. `time`: ms since the epoch. `volume`: traded since the symbol's previous tick, in units of the base. */
export type Tick = { symbol: string; time: number; price: Figure; bid: Figure; ask: Figure; volume: Figure }

/** A trade by others, for display only. `price`, `quantity`: minor units of its instrument. `side`: of the taker. */
export type Trade = { symbol: string; time: number; price: bigint; quantity: bigint; side: 'buy' | 'sell' }

/** The time and width of one bar of history. Both in seconds. */
export type Step = { time: number; width: number }

/** A bar as wide as its step. */
export type StepBar = Bar & { width: number }

/** A symbol whose history is requested. `last`: the price to continue from, and the second from which bars are missing. */
export type Known = { symbol: string; last: { price: bigint; since: number } | undefined }

/** A source cannot be used. Its message is one line. */
export class SourceError extends Error {}

/**
 * The inputs of a source.
 *
 * - `emit`: receives ticks, and their trades if the source provides them
 * - `last`: the prices to continue from, in minor units
 * - `since`: when this source first filled this data, in ms: the same after a restart, and on every node
 */
export type Feed = {
  clock: Clock
  emit: (ticks: readonly Tick[], trades?: readonly Trade[]) => void
  last: ReadonlyMap<string, bigint>
  since: number
}

/** The facts about a source that are known on nodes that do not run it. */
export type SourceFacts = {
  /** The displayed name: `simulated`, `replay`, or `live:` and the name of an exchange. */
  name: string
  /** An identifier of the market, in one line: data with one market's prices is not continued by another. */
  id: string
  /** The instruments that it has prices of; by default all. */
  symbols?: ReadonlySet<string>
  /** The instruments whose trades it provides; absent for none. */
  trades?: ReadonlySet<string>
  /** Its latency; only for prices made elsewhere. */
  hearing?: Hearing
}

/**
 * The latency of a source whose prices others may see earlier. Both in ms.
 *
 * - `lateMsMax`: maximum age of a tick by its own time; older ones are ignored
 * - `delayMs`: minimum time from acceptance to opening: above the possible clock error
 */
export type Hearing = { lateMsMax: number; delayMs: number }

/** A source of prices. */
export type Source = SourceFacts & {
  /** Starts to emit. The returned function stops it; a source can be restarted after that. */
  start(feed: Feed): () => void
  /**
   * Bars for each symbol traded in these steps, oldest first. A source without history omits this, and its charts start empty.
   *
   * @param since as in `Feed`
   */
  history?(steps: readonly Step[], symbols: readonly Known[], since: number): History | Promise<History>
}

/** The bars of a symbol. */
export type History = (symbol: string) => StepBar[]

/** The instruments that a source has prices of, in list order. */
export const instrumentsOf = ({ symbols }: Pick<Source, 'symbols'>): readonly Instrument[] =>
  symbols ? instruments.filter(({ symbol }) => symbols.has(symbol)) : instruments
