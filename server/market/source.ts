import type { Clock } from '../platform/clock.ts'
import type { Bar } from './bars.ts'

/**
 * A figure as a source gives it. A bigint counts minor units; a number or a text is a decimal, as feeds send it, and may
 * be anything: the gate reads and judges it.
 */
export type Figure = bigint | number | string

/** A trade. `time`: ms since the epoch. `volume`: traded since the symbol's previous tick, in units of the base. */
export type Tick = { symbol: string; time: number; price: Figure; bid: Figure; ask: Figure; volume: Figure }

/** A stretch of history that is one bar. Both in seconds. */
export type Step = { time: number; width: number }

/** A bar of a stretch, as wide as its step. */
export type StepBar = Bar & { width: number }

/** A symbol whose past is asked for. `last`: the price that it follows on, and the second from which bars are missing. */
export type Known = { symbol: string; last: { price: bigint; since: number } | undefined }

/** Where prices come from. */
export type Source = {
  /** What people and the log are told: `simulated`, or the name of a feed. */
  name: string
  /**
   * Begins to emit. `last` holds the prices to go on from, in minor units. The function returned ends it; a source can
   * be started again after that.
   */
  start(feed: { clock: Clock; emit: (ticks: readonly Tick[]) => void; last: ReadonlyMap<string, bigint> }): () => void
  /**
   * What happened in these steps, oldest first: for each symbol a bar for each step in which its market was open. A
   * source that cannot tell leaves this out, and its charts begin empty.
   */
  history?(steps: readonly Step[], symbols: readonly Known[]): (symbol: string) => StepBar[]
}
