import { BollingerBands, RSI, SMA } from 'trading-signals'

/** The available indicators, in display order. */
export const indicatorKeys = ['ma', 'ema', 'boll', 'macd', 'rsi'] as const
export type IndicatorKey = (typeof indicatorKeys)[number]

/** Placement of a line: over the prices, or in a separate panel below them. */
export type Panel = 'price' | 'macd' | 'rsi'

/**
 * One line of an indicator. `values` has one number per bar, `NaN` if the history is too short.
 *
 * `name`: the usual abbreviation. `tone`: number of its colour. `columns`: drawn as columns from zero.
 */
export type Line = {
  indicator: IndicatorKey
  name: string
  panel: Panel
  tone: number
  columns: boolean
  values: number[]
}

/** Number of line colours. */
export const TONES = 7

/** Adds a close and writes the value of each line. `replace`: the close of the newest bar changed. */
type Step = (close: number, replace: boolean, write: (line: number, value: number | null | undefined) => void) => void
type Kind = {
  panel: Panel
  lines: readonly { name: string; tone: number; columns?: boolean }[]
  /** Number of closes that a value depends on; absent if it depends on all before it. */
  reach?: number
  start: () => Step
}

/** A running value over closes; `undefined` while the history is too short. `replace`: as in `Step`. */
type Running = (value: number, replace: boolean) => number | undefined

const simple = (period: number): Running => {
  const average = new SMA(period)
  return (value, replace) => average.update(value, replace) ?? undefined
}

/** Starts with the simple average of one period, as charts and libraries commonly do. */
function exponential(period: number): Running {
  const weight = 2 / (period + 1)
  let count = 0
  let before = 0
  let held = 0
  return (value, replace) => {
    if (!replace) {
      before = held
      count += 1
    }
    if (count <= period) held = before + value / period
    else held = before + weight * (value - before)
    return count < period ? undefined : held
  }
}

function stepsOf(averages: readonly Running[]): Step {
  return (close, replace, write) => {
    for (const [at, average] of averages.entries()) write(at, average(close, replace))
  }
}

const kinds: Record<IndicatorKey, Kind> = {
  // Simple moving averages of the close.
  ma: {
    panel: 'price',
    lines: [
      { name: 'MA5', tone: 0 },
      { name: 'MA10', tone: 1 },
      { name: 'MA30', tone: 2 },
    ],
    reach: 30,
    start: () => stepsOf([simple(5), simple(10), simple(30)]),
  },
  // Exponential moving averages of the close.
  ema: {
    panel: 'price',
    lines: [
      { name: 'EMA12', tone: 3 },
      { name: 'EMA26', tone: 4 },
    ],
    start: () => stepsOf([exponential(12), exponential(26)]),
  },
  // Bollinger bands: the mean of 20 closes, and two standard deviations above and below it.
  boll: {
    panel: 'price',
    lines: [
      { name: 'BOLL', tone: 5 },
      { name: 'UB', tone: 6 },
      { name: 'LB', tone: 6 },
    ],
    reach: 20,
    start: () => {
      const bands = new BollingerBands(20, 2)
      return (close, replace, write) => {
        const value = bands.update(close, replace)
        write(0, value?.middle)
        write(1, value?.upper)
        write(2, value?.lower)
      }
    },
  },
  // EMA12 less EMA26 (DIF), the EMA9 of that (DEA), and their difference.
  macd: {
    panel: 'macd',
    lines: [
      { name: 'MACD', tone: 2, columns: true },
      { name: 'DIF', tone: 0 },
      { name: 'DEA', tone: 1 },
    ],
    start: () => {
      const [fast, slow, smooth] = [exponential(12), exponential(26), exponential(9)]
      return (close, replace, write) => {
        const [short, long] = [fast(close, replace), slow(close, replace)]
        const dif = short === undefined || long === undefined ? undefined : short - long
        const dea = dif === undefined ? undefined : smooth(dif, replace)
        write(0, dif === undefined || dea === undefined ? undefined : dif - dea)
        write(1, dif)
        write(2, dea)
      }
    },
  },
  // Relative strength index over 14 bars with Wilder's smoothing: 0 to 100.
  rsi: {
    panel: 'rsi',
    lines: [{ name: 'RSI14', tone: 1 }],
    start: () => {
      const rsi = new RSI(14)
      return (close, replace, write) => write(0, rsi.update(close, replace))
    },
  },
}

/** Selected indicators over one list of closes: calculated from some bar on, since most bars are never in view. */
export type Indicators = {
  lines: readonly Line[]
  /** The close at which `load` must start, so that all values from bar `first` on are known; `undefined` if they are. */
  missing(first: number): number | undefined
  /** Recalculates everything, starting with a close. */
  load(closes: readonly number[], from: number): void
  /** Clears the values, for other bars. */
  forget(): void
  /**
   * Updates the close of the newest bar, or adds the next. Costs one step of each indicator, and
   * does nothing if nothing is calculated yet.
   *
   * @throws RangeError if `index` is neither
   */
  put(index: number, close: number): void
}

/** Indicators over closes, updated incrementally. */
export function createIndicators(chosen: readonly IndicatorKey[]): Indicators {
  const own = chosen.map((indicator) => {
    const { panel, lines } = kinds[indicator]
    return lines.map((line): Line => ({ columns: false, ...line, indicator, panel, values: [] }))
  })
  const lines = own.flat()
  const reach = Math.max(...chosen.map((key) => kinds[key].reach ?? Number.POSITIVE_INFINITY))
  let steps: Step[] = []
  let count = 0
  let knownFrom = Number.POSITIVE_INFINITY

  const writers = own.map((targets) => (at: number, value: number | null | undefined) => {
    const target = targets[at]
    if (target) target.values[count - 1] = value ?? Number.NaN
  })

  function put(index: number, close: number): void {
    if (steps.length === 0) return
    if (index !== count && index !== count - 1)
      throw new RangeError(`indicators: ${index} does not follow ${count - 1}`)
    const replace = index < count
    count = index + 1
    for (let at = 0; at < steps.length; at++) {
      const [step, write] = [steps[at], writers[at]]
      if (step && write) step(close, replace, write)
    }
  }

  return {
    lines,
    missing(first) {
      if (lines.length === 0 || first >= knownFrom) return undefined
      // Doubling: paging back to the oldest bar costs at most twice the full calculation.
      const wanted = steps.length === 0 ? first : Math.min(first, 2 * knownFrom - count)
      return Math.max(0, wanted - reach + 1)
    },
    load(closes, from) {
      steps = chosen.map((key) => kinds[key].start())
      count = from
      knownFrom = from === 0 ? 0 : from + reach - 1
      // Filled first: a write far past the end would turn them into slow dictionary arrays.
      for (const { values } of lines) values.length = closes.length
      for (let index = from; index < closes.length; index++) put(index, closes[index] ?? 0)
    },
    forget() {
      steps = []
      knownFrom = Number.POSITIVE_INFINITY
      for (const { values } of lines) values.length = 0
    },
    put,
  }
}
