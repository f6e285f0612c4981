/** One measured line: a ratio to a floor that was measured in the same run, or a figure of its own. */
export type Row = {
  /** What is measured, in a few words: the name of its row in docs/bench.md. */
  what: string
  /** The ratio, or the figure. */
  value: number
  /** `x` is a ratio of ours to the floor; points are out of 100; a count may be a mean. */
  unit: 'x' | 'ms' | 'KB' | 'MB' | 'points' | 'count'
  /** The aim. A row without one is for information. */
  aim?: { atMost: number } | { atLeast: number }
  /** The two figures of a ratio, each with its unit. */
  ours?: string
  floor?: string
  /** How both were measured, so that a reader can judge the figure. */
  how: string
  /** What a quick run had less of, where `what` names the whole size. */
  size?: string
}

/** Input of a benchmark. */
export type Bench = {
  /** Whether an order of magnitude in seconds is enough: fewer people, one short window, smaller sizes. */
  quick: boolean
  /** Writes progress to standard error: a benchmark may take a minute. */
  say(text: string): void
  /** Registers a cleanup for the end of the benchmark, also after a failure. The last one registered runs first. */
  after(end: () => unknown): void
}

/**
 * Measures one thing against its floor. It writes nothing into the project, and leaves no process behind.
 *
 * @throws Error if it cannot be measured on this machine
 */
export type Benchmark = (bench: Bench) => Promise<Row[]>

export const isMet = ({ value, aim }: Row): boolean =>
  aim === undefined || ('atMost' in aim ? value <= aim.atMost : value >= aim.atLeast)
