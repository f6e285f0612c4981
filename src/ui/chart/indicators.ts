import { BollingerBands, EMA, MACD, RSI, SMA } from 'trading-signals'

/** The indicators on offer, in the order in which a page lists them. */
export const indicatorKeys = ['ma', 'ema', 'boll', 'macd', 'rsi'] as const
export type IndicatorKey = (typeof indicatorKeys)[number]

/** Where a line is drawn: over the prices, or in a panel of its own below them. */
export type Panel = 'price' | 'macd' | 'rsi'

/**
 * One line of an indicator. `values` has one number per bar, `NaN` where there is too little before it.
 *
 * `name` is how traders write it. `tone` numbers its colour. `columns`: drawn as columns from zero.
 */
export type Line = {
  indicator: IndicatorKey
  name: string
  panel: Panel
  tone: number
  columns: boolean
  values: number[]
}

/** How many colours lines have. */
export const TONES = 7

/** Takes a close and writes the value of each line. `replace`: the close of the newest bar changed. */
type Step = (close: number, replace: boolean, write: (line: number, value: number | null | undefined) => void) => void
type Kind = { panel: Panel; lines: readonly { name: string; tone: number; columns?: boolean }[]; start: () => Step }

function averagesOf(averages: readonly (SMA | EMA)[]): Step {
  return (close, replace, write) => {
    for (const [at, average] of averages.entries()) {
      const value = average.update(close, replace)
      write(at, average.isStable ? value : null)
    }
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
    start: () => averagesOf([new SMA(5), new SMA(10), new SMA(30)]),
  },
  // Exponential moving averages of the close.
  ema: {
    panel: 'price',
    lines: [
      { name: 'EMA12', tone: 3 },
      { name: 'EMA26', tone: 4 },
    ],
    start: () => averagesOf([new EMA(12), new EMA(26)]),
  },
  // Bollinger bands: the mean of 20 closes, and two standard deviations above and below it.
  boll: {
    panel: 'price',
    lines: [
      { name: 'BOLL', tone: 5 },
      { name: 'UB', tone: 6 },
      { name: 'LB', tone: 6 },
    ],
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
  // EMA12 less EMA26 (DIF), the EMA9 of that (DEA), and what lies between the two.
  macd: {
    panel: 'macd',
    lines: [
      { name: 'MACD', tone: 2, columns: true },
      { name: 'DIF', tone: 0 },
      { name: 'DEA', tone: 1 },
    ],
    start: () => {
      const macd = new MACD(new EMA(12), new EMA(26), new EMA(9))
      return (close, replace, write) => {
        const value = macd.update(close, replace)
        write(0, value?.histogram)
        write(1, value?.macd)
        write(2, value?.signal)
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

/** Chosen indicators over one list of closes. */
export type Indicators = {
  lines: readonly Line[]
  /** Computes everything anew. */
  load(closes: readonly number[]): void
  /**
   * Takes the close of the newest bar: of the one already there, or of the next. Costs one step of each indicator.
   *
   * @throws RangeError where `index` is neither
   */
  put(index: number, close: number): void
}

/** Indicators over closes, up to date bar by bar. Older bars that come before the oldest need a `load`. */
export function createIndicators(chosen: readonly IndicatorKey[]): Indicators {
  const own = chosen.map((indicator) => {
    const { panel, lines } = kinds[indicator]
    return lines.map((line): Line => ({ columns: false, ...line, indicator, panel, values: [] }))
  })
  const lines = own.flat()
  let steps = chosen.map((key) => kinds[key].start())
  let count = 0

  const writers = own.map((targets) => (at: number, value: number | null | undefined) => {
    const target = targets[at]
    if (target) target.values[count - 1] = value ?? Number.NaN
  })

  function put(index: number, close: number): void {
    if (index !== count && index !== count - 1)
      throw new RangeError(`indicators: ${index} does not follow ${count - 1}`)
    const replace = index < count
    count = index + 1
    for (const [at, step] of steps.entries()) {
      const write = writers[at]
      if (write) step(close, replace, write)
    }
  }

  return {
    lines,
    load(closes) {
      steps = chosen.map((key) => kinds[key].start())
      count = 0
      for (const line of lines) line.values.length = 0
      for (const [index, close] of closes.entries()) put(index, close)
    },
    put,
  }
}
