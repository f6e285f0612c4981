import type { Grip, Said } from './grips.ts'
import type { Position } from './positions.ts'

/** A stop of a position, set by the user. */
export type StopName = 'stop' | 'profit'

/** Callbacks of a moved stop. */
export type Stops = {
  /** The name of a stop, for screen readers; `entry`: of the handle that creates one. */
  label(name: StopName | 'entry'): string
  /** What the handle of a position says while it is not moved. */
  rest(position: Position, name: StopName | 'entry', price: number): string
  /** The result of a stop at a price. */
  say(id: string, name: StopName, price: number): Said
  /** A stop was dropped at a price: it is requested. */
  ask(id: string, name: StopName, price: number): void
}

/** Past the entry in its direction a position gains, else it loses. */
const nameAt = ({ direction, entry }: Position, price: number): StopName =>
  (direction === 'rise' ? price > entry : price < entry) ? 'profit' : 'stop'

/** The handles of positions' stops; if a stop is missing, the entry has a handle that is dragged to create it. */
export function stopGrips(positions: readonly Position[], stops: Stops): Grip[] {
  return positions.flatMap((position): Grip[] => {
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
              rest: stops.rest(position, name, price),
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
      rest: stops.rest(position, 'entry', entry),
      say: ({ price: at }) => stops.say(id, nameAt(position, at), at),
      put: ({ price: at }) => stops.ask(id, nameAt(position, at), at),
    }
    return [made, ...set]
  })
}
