import type { Grip, Said } from './grips.ts'
import { POSITIONS_MAX, type Position } from './positions.ts'

/** A price at which a position closes by itself, as a person sets it. */
export type StopName = 'stop' | 'profit'

/** What becomes of a stop that is moved. */
export type Stops = {
  /** What a stop is called, for the ear; `entry`: what makes a new one. */
  label(name: StopName | 'entry'): string
  /** What a stop would come to at a price. */
  say(id: string, name: StopName, price: number): Said
  /** A stop was let go at a price: it is asked for. */
  ask(id: string, name: StopName, price: number): void
}

/** Beyond the entry a position gains, and before it loses. */
const nameAt = ({ direction, entry }: Position, price: number): StopName =>
  (direction === 'rise' ? price > entry : price < entry) ? 'profit' : 'stop'

/** The knobs of the stops of positions; where one is missing, the entry has one that is pulled to where it is to be. */
export function stopGrips(positions: readonly Position[], stops: Stops): Grip[] {
  return positions.slice(0, POSITIONS_MAX).flatMap((position): Grip[] => {
    const { id, entry, direction, levels = [], movable = false } = position
    if (!movable) return []
    const set = levels.flatMap(({ name, price }): Grip[] =>
      name === 'liquidation'
        ? []
        : [
            {
              id: `${id} ${name}`,
              tone: name === 'stop' ? 'fall' : 'rise',
              label: stops.label(name),
              spot: { price, time: null },
              say: ({ price: at }) => stops.say(id, name, at),
              put: ({ price: at }) => stops.ask(id, name, at),
            },
          ],
    )
    if (set.length > 1) return set
    const made: Grip = {
      id: `${id} entry`,
      tone: direction,
      label: stops.label('entry'),
      spot: { price: entry, time: null },
      say: ({ price: at }) => stops.say(id, nameAt(position, at), at),
      put: ({ price: at }) => stops.ask(id, nameAt(position, at), at),
    }
    return [made, ...set]
  })
}
