import { characterOf } from '../../server/market/simulated/characters.ts'
import { isOpen } from '../../src/rules/market/hours.ts'
import { instrumentOf } from '../../src/rules/market/instruments.ts'
import { parseMoney } from '../../src/rules/money/money.ts'
import { gainByRollover } from '../../src/rules/orders/fair-gain.ts'

const YEAR_MS = 365.25 * 86_400_000
const WEEK_OPEN_MS = 5 * 86_400_000
const NIGHTS_A_WEEK = 7
const JUMPS_PER_DAY = 4
const GAP_MS = 4 * 3_600_000
const JUMP_DAYS = 0.3

/** Chance of a path: normal numbers, which its twin has with the other sign, and even ones, which both share. */
export type Chance = { normal(): number; uniform(): number }

/** A pure random walk. `exact`: in minor units, before rounding. `still`: it does not move, whatever time passes. */
export type Path = { symbol: string; exact: number; shown: bigint }

export const openPath = (symbol: string): Path => {
  const { reference, scale } = instrumentOf(symbol)
  const shown = parseMoney(reference, scale) ?? 1n
  return { symbol, exact: Number(shown), shown }
}

/**
 * Moves a price on. What it is worth in dollars stays the same on average, but for what nights take where the market's direction answers
 * for that.
 *
 * @param storm how many times its volatility; @param gains whether it gains what its nights cost
 * @returns what it moved by that nobody could know, in minor units: of a price of dollars, in the inverse of the price
 */
export function movePath(
  path: Path,
  [from, to]: readonly [number, number],
  { normal, uniform }: Chance,
  { storm, gains }: { storm: number; gains: boolean },
): { before: bigint; surprise: number } {
  const { symbol } = path
  const { kind, base, scale } = instrumentOf(symbol)
  const isDollars = base === 'USD'
  const before = path.shown
  // One draw each, also when halted, so that acts change no path.
  const [draw, jump, size] = [normal(), uniform(), normal()]
  const isMoving = kind === 'crypto' || isOpen(kind, to)
  // A market that was closed opens as if it had traded for some hours.
  const ms = isMoving ? (isOpen(kind, from) ? to - from : GAP_MS) : 0
  const { volatility } = characterOf(symbol)
  const drawn = (volatility * storm) ** 2 * (ms / YEAR_MS)
  const jumped =
    jump < 1 - Math.exp((-JUMPS_PER_DAY * ms) / 86_400_000) ? (volatility * storm * JUMP_DAYS) ** 2 / 365.25 : 0
  const move = Math.sqrt(drawn) * draw + Math.sqrt(jumped) * size
  const fair = path.exact * Math.exp(move + ((isDollars ? 1 : -1) * (drawn + jumped)) / 2)
  const gain =
    gains && isMoving && isOpen(kind, from)
      ? (gainByRollover(symbol) * 10 ** scale * NIGHTS_A_WEEK * (to - from)) / WEEK_OPEN_MS
      : 0
  const was = path.exact
  path.exact = Math.max(1, fair + gain)
  const rounded = BigInt(Math.max(1, Math.round(path.exact)))
  // The effect of rounding is unpredictable too.
  const surprise = isDollars ? 1 / (path.exact - gain) - 1 / was : path.exact - gain - was
  path.shown = rounded
  return { before, surprise }
}
