import type { LeverDirection } from '../lever/lever.ts'
import type { Minor } from '../money/money.ts'

/**
 * How a position in lots opens: at the next tick, or at the first one whose deal price reaches the order's. `limit`: from a better price
 * than now's; `stop`: from a worse one.
 */
export const forexTypes = ['market', 'limit', 'stop'] as const
export type ForexType = (typeof forexTypes)[number]

/** A resting order. `spread`: of its terms, in minor units of the price. */
type Resting = { type: ForexType; direction: LeverDirection; spread: Minor }

/** The recorded price whose deal price is the order's: in minor units, not positive if the price is within half of the spread of 0. */
export const recordedFor = ({ direction, spread }: Omit<Resting, 'type'>, price: Minor): Minor =>
  direction === 'long' ? price - spread / 2n : price + spread / 2n

/** On which side of its level a recorded price opens a resting order. */
export const entrySide = ({ type, direction }: Omit<Resting, 'spread'>): 'atOrBelow' | 'atOrAbove' =>
  (type === 'limit') === (direction === 'long') ? 'atOrBelow' : 'atOrAbove'

/** Whether a recorded price opens a resting order. Both in minor units. */
export const reachesEntry = (order: Resting, price: Minor, recorded: Minor): boolean => {
  const level = recordedFor(order, price)
  return entrySide(order) === 'atOrBelow' ? recorded <= level : recorded >= level
}
