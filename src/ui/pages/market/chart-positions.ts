import type { ForexOrder } from '../../../api/trade/forex.ts'
import type { LeverOrder } from '../../../api/trade/lever.ts'
import type { Order } from '../../../api/trade/orders.ts'
import type { SpotOrder } from '../../../api/trade/spot.ts'
import { canAct } from '../../../machines/trade/leverAct.ts'
import type { Deal, Level, Position } from '../../chart/positions.ts'

/** Open orders as the chart draws them; no market order before it opens. */
export function positionsOf(order: Order): Position[] {
  if (order.kind === 'lever') return contractOf(order)
  if (order.kind === 'forex') return forexOf(order)
  if (order.kind === 'spot') return spotOf(order)
  const { id, direction, buyPrice, openTime, closeTime } = order
  if (buyPrice === null || openTime === null || closeTime === null) return []
  return [{ id, direction, entry: Number(buyPrice), opened: secondOf(openTime), due: closeTime / 1000 }]
}

const secondOf = (millis: number) => Math.floor(millis / 1000)
const wayOf = (long: boolean) => (long ? 'rise' : 'fall')

/** Entry and exits of an order, in order of time, also after it has ended. */
export function dealsOf(order: Order): Deal[] {
  switch (order.kind) {
    case 'microtrade': {
      const [opened, closed] = [{ time: order.openTime }, { time: order.closeTime }]
      return roundTrip(order.direction === 'rise', [order.buyPrice, opened], [[order.finalPrice, closed]])
    }
    case 'lever': {
      const exits = order.fills.map(({ tick }): Dealt => [tick.price, tick])
      return roundTrip(order.direction === 'long', [order.dealPrice, order.openTick], exits)
    }
    case 'forex':
      return roundTrip(
        order.direction === 'long',
        [order.dealPrice, order.openTick],
        [[order.closePrice, order.closeTick]],
      )
    case 'spot':
      return order.fills.flatMap(({ price, tick }) => dealOf(order.side === 'buy', [price, tick]))
  }
}

/** A fill price and its time in ms; null without a fill. */
type Dealt = readonly [price: string | null, at: { time: number | null } | null]
const dealOf = (bought: boolean, [price, at]: Dealt): Deal[] =>
  price === null || at === null || at.time === null
    ? []
    : [{ direction: wayOf(bought), price: Number(price), time: secondOf(at.time) }]
const roundTrip = (long: boolean, entry: Dealt, exits: readonly Dealt[]): Deal[] => [
  ...dealOf(long, entry),
  ...exits.flatMap((exit) => dealOf(!long, exit)),
]

function contractOf(order: LeverOrder): Position[] {
  const { id, price, direction, dealPrice } = order
  const { takeProfit, stopLoss } = order.next ?? order
  if (dealPrice === null && price !== null) {
    return [{ id, direction: wayOf(direction === 'long'), entry: Number(price), opened: null, due: null }]
  }
  return standing(order, { stop: stopLoss, profit: takeProfit, liquidation: order.liquidationPrice }).map(
    (position) => ({ ...position, movable: canAct('stops', order) }),
  )
}

const forexOf = (order: ForexOrder): Position[] =>
  standing(order, { stop: order.stopLoss, profit: order.takeProfit, liquidation: order.stopOut })

/** Only a limit spot order rests at a price. */
function spotOf({ id, side, price }: SpotOrder): Position[] {
  return price === null ? [] : [{ id, direction: wayOf(side === 'buy'), entry: Number(price), opened: null, due: null }]
}

/** An open position, with the prices that end it. */
function standing(
  { id, direction: side, dealPrice, openTick: tick }: Pick<LeverOrder, 'id' | 'direction' | 'dealPrice' | 'openTick'>,
  levels: Readonly<Record<Level['name'], string | null>>,
): Position[] {
  if (dealPrice === null || !tick) return []
  const direction = wayOf(side === 'long')
  return [
    {
      ...{ id, direction, entry: Number(dealPrice), opened: secondOf(tick.time), due: null },
      levels: (['stop', 'profit', 'liquidation'] as const).flatMap((name) =>
        levels[name] === null ? [] : [{ name, price: Number(levels[name]) }],
      ),
    },
  ]
}
