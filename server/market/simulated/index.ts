import { weeklyKinds } from '../../../src/rules/market/calendar.ts'
import { closedFor, isOpen } from '../../../src/rules/market/hours.ts'
import { type Instrument, type InstrumentKind, instruments } from '../../../src/rules/market/instruments.ts'
import { type Random, secret, systemRandom } from '../../platform/random.ts'
import { startPulse } from '../pulse.ts'
import type { Source, Tick } from '../source.ts'
import { type Character, characterOf } from './characters.ts'
import { createGenerator, type Generator } from './generator.ts'
import { activityOf, createModel, liveliness, type Model } from './model.ts'
import { simulatePast, standStill, unitsOfReference } from './past.ts'

const SILENCE_MS_MAX = 900
/** A process without a step for this long, in ms, was suspended, or its machine was asleep. */
const ASLEEP_AFTER_MS = 60_000
const DAY_SECONDS = 86_400

const SEED = 'quoin'

/**
 * A simulated market. The same seed on the same clock generates the same history and the same ticks, and anyone who knows the seed can compute
 * future prices. It pauses while the server is stopped or suspended.
 *
 * @param seed any text; without one the history up to the first start is that of `quoin`, and later prices are unpredictable
 */
export function simulatedSource(seed?: string, random: Random = systemRandom) {
  const first = seed ?? SEED
  const live = seed ?? secret(random)
  return {
    name: 'simulated',
    id: 'simulated',
    history(steps, symbols) {
      if (symbols.some(({ last }) => last)) return standStill(steps, symbols)
      const generator = createGenerator(`${first} history ${steps[0]?.time} ${steps.at(-1)?.time}`)
      return simulatePast(createModel(generator, 'past'), generator, steps, symbols)
    },
    start({ clock, emit, last }) {
      const started = clock.now()
      const next = createLive(createGenerator(`${live} live ${started}`), last, started)
      emit(next(started, true))
      return startPulse(clock, () => {
        const ticks = next(clock.now(), false)
        if (ticks.length > 0) emit(ticks)
      })
    },
  } satisfies Source
}

function createLive(generator: Generator, last: ReadonlyMap<string, bigint>, started: number) {
  const model = createModel(generator, 'live')
  const traders = instruments.map((instrument, index) => {
    const units = unitsOfReference(instrument)
    model.level[index] = Math.log(Number(last.get(instrument.symbol) ?? units) / units)
    return { index, instrument, units, character: characterOf(instrument.symbol), tradedAt: started }
  })
  const openAt = (now: number) => ({ crypto: true, forex: isOpen('forex', now), metal: isOpen('metal', now) })
  let steppedAt = started
  let wasOpen = openAt(started)

  return (now: number, everyone: boolean): Tick[] => {
    if (now < steppedAt) return []
    const wasAsleep = now - steppedAt > ASLEEP_AFTER_MS
    const seconds = wasAsleep ? 0 : (now - steppedAt) / 1000
    const open = openAt(now)
    for (const kind of weeklyKinds) {
      if (!wasAsleep && open[kind] && !wasOpen[kind]) model.reopen(kind, closedFor(kind, steppedAt) / 1000)
    }
    steppedAt = now
    wasOpen = open
    const at = now / 1000
    const openFor = (kind: InstrumentKind) => (open[kind] ? seconds : 0)
    model.step(seconds, activityOf({ crypto: seconds, forex: openFor('forex'), metal: openFor('metal') }, at))

    const ticks: Tick[] = []
    for (const trader of traders) {
      const { instrument, character } = trader
      // Drawn for each instrument at each step, open or not, so that one instrument does not change the others' draws.
      const trades = generator.uniform() < character.pace
      const silence = now - trader.tradedAt
      if (!open[instrument.kind]) {
        trader.tradedAt = now
        continue
      }
      if (!(trades || everyone || silence >= SILENCE_MS_MAX)) continue
      trader.tradedAt = now
      ticks.push(trade(generator, model, trader, now, (silence / 1000) * liveliness(instrument.kind, character, at)))
    }
    return ticks
  }
}

type Trader = { index: number; instrument: Instrument; units: number; character: Character }

/** A trade at the bid or the ask, the closer one more often, so that its mean is the model's price. */
function trade(generator: Generator, model: Model, trader: Trader, time: number, active: number): Tick {
  const { index, instrument, units, character } = trader
  const middle = Math.max(1, units * Math.exp(model.level[index] ?? 0))
  const half = (middle * character.spreadBps) / 20_000
  const bid = Math.max(1, Math.floor(middle - half))
  const ask = Math.max(bid + 1, Math.ceil(middle + half))
  const price = generator.uniform() * (ask - bid) < middle - bid ? ask : bid
  const size = Math.exp(0.8 * generator.normal() - 0.32) * (model.storminess[index] ?? 1)
  const volume = ((character.daily * active) / DAY_SECONDS) * size * 10 ** instrument.quantityScale
  return {
    symbol: instrument.symbol,
    time,
    price: BigInt(price),
    bid: BigInt(bid),
    ask: BigInt(ask),
    volume: BigInt(Math.max(1, Math.round(volume))),
  }
}
