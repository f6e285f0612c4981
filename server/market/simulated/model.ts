import { type WeeklyKind, weeklyKinds } from '../../../src/rules/market/calendar.ts'
import { type Instrument, instruments } from '../../../src/rules/market/instruments.ts'
import { gainByRollover } from '../../../src/rules/orders/fair-gain.ts'
import { type Character, characterOf, type Factor, factors, type Rhythm, type Weather } from './characters.ts'
import type { Generator } from './generator.ts'

const DAY_SECONDS = 86_400

type Kind = Instrument['kind']
const YEAR_SECONDS = 365.25 * DAY_SECONDS

// Log volatility varies on two time scales, so that calm and volatile hours, and weeks, come in clusters.
const SLOW = { deviation: 0.35, days: 12 }
const FAST = { deviation: 0.45, minutes: 90 }
const LOG_VARIANCE = SLOW.deviation ** 2 + FAST.deviation ** 2

// The deviation of a jump, as a part of an ordinary day's move.
const JUMP_DAYS = 0.15
const JUMPS_PER_DAY = { crypto: 3, usd: 1, metal: 1, own: 1 }

// A closed market reopens as if it had traded for this part of the time unseen: four hours of a weekend, minutes of a daily break.
const UNSEEN = 1 / 12

// The past reverts to its references within years. The traded prices do not: a known reversion could be exploited.
const PULL_PER_YEAR = { crypto: 0.9, forex: 0.4, metal: 0.4 }

// Beyond twice its reference, or below half of it, a price moves less the further away it is, so it keeps its order of magnitude for
// decades.
const WIDE = 0.7

const NIGHTS_A_WEEK = 7
/** How long markets are open in a week without a holiday. */
const OPEN_SECONDS_A_WEEK = { crypto: 7 * DAY_SECONDS, forex: 5 * DAY_SECONDS, metal: 5 * (DAY_SECONDS - 3_600) }

/**
 * Seconds of activity of each market within a step, which move prices. Zero if it is closed. `at`: the time, in seconds since the epoch, if
 * the step is shorter than a day.
 */
export type Activity = Record<Kind, number> & { at: number | undefined }

/** The market whose hours a factor has. */
const marketOf = { crypto: 'crypto', usd: 'forex', metal: 'metal' } as const satisfies Record<Factor, Kind>
const isWeekly = (kind: Kind) => weeklyKinds.some((each) => each === kind)

/** The decay over all steps of one length: the part of the previous volatility that remains. */
function decayOver(seconds: number, { slowDays = SLOW.days, fastMinutes = FAST.minutes }: Weather) {
  const halfLife = fastMinutes * 60
  const slow = Math.exp((-Math.LN2 * seconds) / (slowDays * DAY_SECONDS))
  const fast = Math.exp((-Math.LN2 * seconds) / halfLife)
  // Over a step much longer than the half-life, highs and lows of volatility cancel out: the variance of the mean of an Ornstein-Uhlenbeck
  // process. Source: Gillespie, Physical Review E 54, 1996.
  const lives = (Math.LN2 * seconds) / halfLife
  const fastMean = lives < 1e-3 ? 1 : Math.sqrt((2 / lives) * (1 - (1 - Math.exp(-lives)) / lives))
  return { slow, slowNoise: Math.sqrt(1 - slow ** 2), fast, fastNoise: Math.sqrt(1 - fast ** 2), fastMean }
}

/** The remaining part of the volatility of a price at this distance from its reference, in log. */
const calmAt = (level: number) => Math.exp(-Math.max(0, Math.abs(level) - WIDE))

/** The mean gain of exp of a jump over no jump, in log per second. @param deviation of a normal jump, in log */
const jumpWorth = (deviation: number, perDay: number) => (Math.expm1(deviation ** 2 / 2) * perDay) / DAY_SECONDS

/** A stochastic volatility: returns a step's multiple of the ordinary one. The mean of its square is 1. */
function createStorm({ normal }: Generator, weather: Weather = {}) {
  let slow = SLOW.deviation * normal()
  let fast = FAST.deviation * normal()
  let decay = { seconds: -1, ...decayOver(0, weather) }
  return (seconds: number) => {
    if (decay.seconds !== seconds) decay = { seconds, ...decayOver(seconds, weather) }
    slow = slow * decay.slow + SLOW.deviation * decay.slowNoise * normal()
    fast = fast * decay.fast + FAST.deviation * decay.fastNoise * normal()
    return Math.exp(slow + fast * decay.fastMean - LOG_VARIANCE)
  }
}

/**
 * The prices of all instruments as one random process, with steps of any length.
 *
 * The log price of each follows common factors (crypto, the dollar, metals) and its own noise. Each of them has a volatility that follows a
 * random walk in log, as in stochastic volatility models (Taylor, 1982), and rare jumps (Merton, 1976).
 *
 * @param time `live` prices are fair: the expected dollar value of anything is constant, except for the cost of rollover. The `past`, which
 *   nobody trades, reverts to its references
 */
export function createModel(generator: Generator, time: 'live' | 'past') {
  const { normal, poisson } = generator
  const isFair = time === 'live'
  const parts = instruments.map((instrument, index) => {
    const { symbol, kind, reference, base } = instrument
    const character = characterOf(symbol)
    const { volatility, follows, cross } = character
    const loadings = factors.flatMap((name, place) => (follows[name] ? [{ name, place, by: follows[name] }] : []))
    const own = Math.sqrt(Math.max(0, 1 - loadings.reduce((sum, { by }) => sum + by ** 2, 0)))
    const week = OPEN_SECONDS_A_WEEK[kind]
    const year = (YEAR_SECONDS * week) / OPEN_SECONDS_A_WEEK.crypto
    const legs = cross?.map((leg) => {
      const place = instruments.findIndex((other) => other.symbol === leg)
      return { place, reference: Number(instruments[place]?.reference) }
    })
    const [above, below] = legs ?? []
    return {
      index,
      kind,
      character,
      deviation: volatility / Math.sqrt(year),
      loadings,
      own,
      pull: isFair ? 0 : PULL_PER_YEAR[kind] / YEAR_SECONDS,
      gain: isFair ? (gainByRollover(symbol) * NIGHTS_A_WEEK) / week / Number(reference) : 0,
      // The dollar's value is fair, also where the quoted price is of the dollar.
      fair: isFair ? (base === 'USD' ? 1 : -1) : 0,
      storm: createStorm(generator, character.weather),
      cross: above && below && { above, below, basis: Math.log(above.reference / below.reference / Number(reference)) },
    }
  })
  const commons = factors.map((name) => ({ name, storm: createStorm(generator) }))
  /** For each instrument, the log of its price over its reference. */
  const level = new Float64Array(parts.length)
  /** For each instrument, the variance of the last step's move, and its multiple of the volatility. */
  const variance = new Float64Array(parts.length)
  const storminess = new Float64Array(parts.length)
  const factorMove = new Float64Array(factors.length)
  const factorStorm = new Float64Array(factors.length)

  const shock = (active: number, storm: number, jumpsPerDay: number) => {
    let move = storm * Math.sqrt(active) * normal()
    const jumps = poisson((jumpsPerDay * active) / DAY_SECONDS)
    if (jumps > 0) move += JUMP_DAYS * Math.sqrt(jumps * DAY_SECONDS) * normal()
    return move
  }
  /** Moves a level so that the mean value is unchanged. @param spread the variance of the current move */
  const move = (
    { index, fair, gain, pull }: (typeof parts)[number],
    by: number,
    spread: number,
    [seconds, open] = [0, 0],
  ) => {
    const was = level[index] ?? 0
    level[index] = was * Math.exp(-pull * seconds) + by + (fair * spread) / 2 + open * gain * Math.exp(-was)
  }
  const crossOver = () => {
    for (const { index, cross } of parts) {
      if (cross) level[index] = (level[cross.above.place] ?? 0) - (level[cross.below.place] ?? 0) + cross.basis
    }
  }

  return {
    level,
    variance,
    storminess,
    /** Advances by this many seconds. */
    step(seconds: number, active: Activity): void {
      for (const [place, { name, storm }] of commons.entries()) {
        factorStorm[place] = storm(seconds)
        factorMove[place] = shock(active[marketOf[name]], factorStorm[place] ?? 1, JUMPS_PER_DAY[name])
      }
      for (const part of parts) {
        const time = active[part.kind]
        const ownStorm = part.storm(seconds)
        const { rhythm: hours } = part.character
        const busy = hours ? rhythm(hours, active.at) : 1
        let drawn = part.own && part.own * shock(time * busy, ownStorm, JUMPS_PER_DAY.own)
        let square = (part.own * ownStorm) ** 2 * busy
        let moved = square * time
        const { index } = part
        const deviation = part.deviation * (isFair ? calmAt(level[index] ?? 0) : 1)
        const jump = deviation * JUMP_DAYS * Math.sqrt(DAY_SECONDS)
        let jumps = jumpWorth(jump * part.own, JUMPS_PER_DAY.own) * busy * time
        for (const { place, by, name } of part.loadings) {
          const factorTime = active[marketOf[name]]
          const share = (by * (factorStorm[place] ?? 1)) ** 2
          drawn += by * (factorMove[place] ?? 0)
          square += share
          moved += share * factorTime
          jumps += jumpWorth(jump * by, JUMPS_PER_DAY[name]) * factorTime
        }
        variance[index] = deviation ** 2 * moved
        storminess[index] = Math.sqrt(square)
        if (time > 0) move(part, deviation * drawn, (variance[index] ?? 0) + 2 * jumps, [seconds, time])
      }
      crossOver()
    },
    /** Reopens a market, at another price than the closing one. @param closed for how many seconds it was closed */
    reopen(market: WeeklyKind, closed: number): void {
      const gap = closed * UNSEEN
      const moves = factors.map((factor) => (isWeekly(marketOf[factor]) ? Math.sqrt(gap) * normal() : 0))
      for (const part of parts) {
        const { index, kind, loadings, own } = part
        if (kind !== market) continue
        const deviation = part.deviation * (isFair ? calmAt(level[index] ?? 0) : 1)
        const common = loadings.reduce((sum, { place, by }) => sum + by * (moves[place] ?? 0), 0)
        const square = loadings.reduce((sum, { by }) => sum + by ** 2, own ** 2)
        move(part, deviation * (common + own * Math.sqrt(gap) * normal()), deviation ** 2 * gap * square)
      }
      crossOver()
    },
  }
}

export type Model = ReturnType<typeof createModel>

const HOUR_SECONDS = 3_600
const WEEK_DAYS = 7
/** Days from 1970-01-01, a Thursday, to the next Monday. */
const MONDAY = 4

/**
 * Activity relative to the weekly mean: exchanges are quiet at night in Europe and America, and coins on Saturdays and Sundays.
 *
 * @param time seconds since the epoch; absent for a whole day or more
 */
function busyness(market: 'crypto' | 'weekly', time: number | undefined): number {
  return market === 'crypto'
    ? rhythm({ peak: 15, swing: 0.25, weekend: 0.75 }, time)
    : rhythm({ peak: 14, swing: 0.5, weekend: 1 }, time)
}

/** The activity of a step. @param open for how many seconds of it each market was open */
export const activityOf = (open: Record<Kind, number>, at: number | undefined): Activity => ({
  crypto: open.crypto * busyness('crypto', at),
  forex: open.forex * busyness('weekly', at),
  metal: open.metal * busyness('weekly', at),
  at,
})

/** Activity of an instrument at a time: its market's, times its own rhythm. */
export function liveliness(kind: Kind, { rhythm: own }: Character, time: number | undefined): number {
  const market = busyness(kind === 'crypto' ? 'crypto' : 'weekly', time)
  return own ? market * rhythm(own, time) : market
}

function rhythm({ peak, swing, weekend }: Rhythm, time: number | undefined): number {
  if (time === undefined) return 1
  const hour = (time % DAY_SECONDS) / HOUR_SECONDS
  const day = (Math.floor(time / DAY_SECONDS) + WEEK_DAYS - MONDAY) % WEEK_DAYS
  const ofWeek = day >= 5 ? weekend : 1 + ((1 - weekend) * 2) / 5
  return ofWeek * (1 + swing * Math.cos(((hour - peak) / 12) * Math.PI))
}
