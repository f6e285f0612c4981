import { weeklyKinds } from '../../../src/rules/market/calendar.ts'
import { closedFor, isOpen, nextClose, nextOpen } from '../../../src/rules/market/hours.ts'
import {
  type Instrument,
  type InstrumentKind,
  instrumentOf,
  instruments,
} from '../../../src/rules/market/instruments.ts'
import type { Known, Step, StepBar } from '../source.ts'
import { characterOf } from './characters.ts'
import type { Generator } from './generator.ts'
import { type Activity, activityOf, liveliness, type Model } from './model.ts'

const DAY_SECONDS = 86_400
const FIELDS = 5

/** Opening time of a market within a step, in seconds. */
function openSeconds(kind: InstrumentKind, { time, width }: Step): number {
  const end = (time + width) * 1000
  let open = 0
  for (let from = nextOpen(kind, time * 1000); from < end; ) {
    const until = Math.min(end, nextClose(kind, from))
    open += until - from
    from = nextOpen(kind, until)
  }
  return open / 1000
}

function activityOver(step: Step): Activity {
  const at = step.width < DAY_SECONDS ? step.time + step.width / 2 : undefined
  const [forex, metal] = [openSeconds('forex', step), openSeconds('metal', step)]
  return activityOf({ crypto: step.width, forex, metal }, at)
}

/**
 * A market that paused while the server was stopped: bars of its last price, without volume, during its opening hours. It continues from
 * there, so that a position held over a stop of any length finds its last price again.
 */
export function standStill(steps: readonly Step[], symbols: readonly Known[]): (symbol: string) => StepBar[] {
  return (symbol) => {
    const last = symbols.find((each) => each.symbol === symbol)?.last
    if (!last) return []
    const { kind } = instrumentOf(symbol)
    const { price } = last
    return steps
      .filter((step) => step.time >= last.since && openSeconds(kind, step) > 0)
      .map((step) => ({ ...step, open: price, high: price, low: price, close: price, volume: 0n }))
  }
}

/** Runs the model over past steps: each symbol begins anywhere, and ends at its reference. */
export function simulatePast(
  model: Model,
  generator: Generator,
  steps: readonly Step[],
  symbols: readonly Pick<Known, 'symbol'>[],
): (symbol: string) => StepBar[] {
  const asked = symbols.map(({ symbol }) => {
    const index = instruments.findIndex((instrument) => instrument.symbol === symbol)
    const instrument = instruments[index]
    if (!instrument) throw new RangeError(`no instrument ${symbol}`)
    return { index, instrument }
  })
  // Log levels of open, high, low and close, then the volume; NaN while the market was closed.
  const columns = asked.map(() => new Float64Array(steps.length * FIELDS).fill(Number.NaN))
  const before = new Float64Array(model.level.length)
  const started = ((steps[0]?.time ?? 0) - 1) * 1000
  const wasOpen = { forex: isOpen('forex', started), metal: isOpen('metal', started) }
  for (const { index } of asked) model.level[index] = 0

  for (const [place, step] of steps.entries()) {
    const active = activityOver(step)
    for (const kind of weeklyKinds) {
      if (active[kind] > 0 && !wasOpen[kind]) model.reopen(kind, closedFor(kind, (step.time - 1) * 1000) / 1000)
      wasOpen[kind] = active[kind] > 0
    }
    before.set(model.level)
    model.step(step.width, active)
    for (const [row, { index, instrument }] of asked.entries()) {
      const time = active[instrument.kind]
      if (time === 0) continue
      const open = before[index] ?? 0
      const close = model.level[index] ?? 0
      const spread = model.variance[index] ?? 0
      const character = characterOf(instrument.symbol)
      const lively = instrument.kind === 'crypto' ? step.width * liveliness('crypto', character, active.at) : time
      const noise = Math.exp(0.5 * generator.normal() - 0.125)
      columns[row]?.set(
        [
          open,
          extreme(generator, open, close, spread, 1),
          extreme(generator, open, close, spread, -1),
          close,
          ((character.daily * lively) / DAY_SECONDS) * (model.storminess[index] ?? 1) * noise,
        ],
        place * FIELDS,
      )
    }
  }

  const ends = asked.map(({ index }) => model.level[index] ?? 0)
  return (symbol) => {
    const row = asked.findIndex(({ instrument }) => instrument.symbol === symbol)
    const column = columns[row]
    const instrument = asked[row]?.instrument
    return column && instrument ? toBars(instrument, steps, column, ends[row] ?? 0) : []
  }
}

/**
 * The highest (`side` 1) or lowest (-1) log level on the way from one level to another.
 * Source: law of the maximum of a Brownian bridge, Karatzas and Shreve, Brownian Motion and Stochastic Calculus, 4.3.40.
 */
function extreme({ uniform }: Generator, from: number, to: number, variance: number, side: 1 | -1): number {
  const reach = Math.sqrt((to - from) ** 2 - 2 * variance * Math.log(uniform()))
  return (from + to + side * reach) / 2
}

function toBars(instrument: Instrument, steps: readonly Step[], column: Float64Array, end: number): StepBar[] {
  const units = unitsOfReference(instrument)
  const quantityUnits = 10 ** instrument.quantityScale
  const price = (level: number) => Math.max(1, Math.round(units * Math.exp(level - end)))
  return steps.flatMap((step, place) => {
    const [open, high, low, close, volume] = column.subarray(place * FIELDS, (place + 1) * FIELDS)
    if (open === undefined || high === undefined || low === undefined || close === undefined) return []
    if (volume === undefined || Number.isNaN(open)) return []
    return {
      ...step,
      open: BigInt(price(open)),
      high: BigInt(price(high)),
      low: BigInt(price(low)),
      close: BigInt(price(close)),
      volume: BigInt(Math.round(volume * quantityUnits)),
    }
  })
}

/** An instrument's reference price in minor units. */
export const unitsOfReference = ({ reference, scale }: Instrument): number => Number(reference) * 10 ** scale
