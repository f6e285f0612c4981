import type { LeverDirection } from '../../../rules/lever/lever.ts'
import type { Deal, Level, Position } from '../../chart/positions.ts'
import { formatPlain } from '../../format/format.ts'
import { langNow } from '../../i18n/index.ts'

const secondOf = (millis: number) => Math.floor(millis / 1000)
const wayOf = (long: boolean) => (long ? 'rise' : 'fall')

/** A fill price and its time in ms; null without a fill. */
type Dealt = readonly [price: string | null, at: { time: number | null } | null]

/** A fill, as the chart marks it. */
export const dealOf = (bought: boolean, [price, at]: Dealt): Deal[] =>
  price === null || at === null || at.time === null
    ? []
    : [{ direction: wayOf(bought), price: Number(price), time: secondOf(at.time) }]

/** An entry, and the exits the other way round. */
export const roundTrip = (long: boolean, entry: Dealt, exits: readonly Dealt[]): Deal[] => [
  ...dealOf(long, entry),
  ...exits.flatMap((exit) => dealOf(!long, exit)),
]

/** An order that rests at a price; none without one. */
export const resting = (
  id: string,
  long: boolean,
  price: string | null,
  size: string,
  rests: 'limit' | 'stop' = 'limit',
): Position[] =>
  price === null
    ? []
    : [{ id, direction: wayOf(long), entry: Number(price), opened: null, due: null, size: shown(size), rests }]

const shown = (size: string) => formatPlain(size, langNow())

type Open = { id: string; direction: LeverDirection; dealPrice: string | null; openTick: { time: number } | null }

/** An open position, with the prices that end it. */
export function standing(
  { id, direction: side, dealPrice, openTick: tick }: Open,
  levels: Readonly<Record<Level['name'], string | null>>,
  size: string,
): Position[] {
  if (dealPrice === null || !tick) return []
  return [
    {
      ...{ id, direction: wayOf(side === 'long'), entry: Number(dealPrice), opened: secondOf(tick.time), due: null },
      size: shown(size),
      levels: (['stop', 'profit', 'liquidation'] as const).flatMap((name) =>
        levels[name] === null ? [] : [{ name, price: Number(levels[name]) }],
      ),
    },
  ]
}
