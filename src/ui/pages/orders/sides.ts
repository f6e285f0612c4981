import type { LeverDirection } from '../../../rules/lever/lever.ts'
import type { Direction } from '../../../rules/microtrade/microtrade.ts'
import type { UiKey } from '../../i18n/index.ts'
import type { Labels } from './order-facts.ts'

export type Sides<Side extends string = string> = Readonly<Record<Side, { label: UiKey; way: Direction }>>

/** The two sides of each kind of order: its label, and the way of the price that it gains by. */
export const sides = {
  microtrade: {
    rise: { label: 'orders.direction.rise', way: 'rise' },
    fall: { label: 'orders.direction.fall', way: 'fall' },
  },
  lever: {
    long: { label: 'lever.direction.long', way: 'rise' },
    short: { label: 'lever.direction.short', way: 'fall' },
  },
  spot: { buy: { label: 'spot.side.buy', way: 'rise' }, sell: { label: 'spot.side.sell', way: 'fall' } },
  forex: { long: { label: 'spot.side.buy', way: 'rise' }, short: { label: 'spot.side.sell', way: 'fall' } },
} as const satisfies Readonly<Record<string, Sides>>

/** The side of a leveraged order, with its leverage. */
export function leveragedSide(
  kind: 'lever' | 'forex',
  { direction, leverage }: { direction: LeverDirection; leverage: number },
  { t }: Labels,
) {
  const { label, way } = sides[kind][direction]
  return { way, text: `${t(label)} ${leverage}×` }
}
