import type { Order, OrderFilter } from '../../../api/trade/orders.ts'
import { instrumentOf } from '../../../rules/market/instruments.ts'
import type { Direction } from '../../../rules/microtrade/microtrade.ts'
import { type Market, marketOf, markets, type Result, results } from '../../../rules/orders/order-list.ts'
import { type Day, dayOf } from '../../../rules/time/zone.ts'
import { usePart } from '../../app/part.ts'
import { zoneShown } from '../../format/format.ts'
import { setQuery } from '../../router/place-query.ts'
import { useQuery } from '../../router/router.ts'
import { type OrderKinds, ofKind } from './order-kind.ts'
import { orders } from './part.ts'

const ALL = 'all'
const oneOf = <T extends string>(all: readonly T[], text: string | null) => all.find((each) => each === text)

export const tradeTabs = ['positions', 'open', 'history'] as const
export type TradeTab = (typeof tradeTabs)[number]

export const ways = ['rise', 'fall'] as const

/** Numbers of days, up to today. */
export const periods = { day: 1, week: 7, month: 30 } as const
export type Period = keyof typeof periods

/** `result` and `period`: of ended orders. */
export type Filter = {
  kind: OrderFilter['kind']
  market: Market | undefined
  way: Direction | undefined
  result: Result | undefined
  period: Period | undefined
}

/** No filter. */
export const noFilter: Filter = {
  kind: undefined,
  market: undefined,
  way: undefined,
  result: undefined,
  period: undefined,
}

/**
 * The tab and the filter of the orders, from the place: `?tab=history&of=lever&market=crypto&way=rise&result=won&period=week`.
 *
 * @param usual the page's default market
 */
export function useFilter(usual: Market | undefined) {
  const { kinds } = usePart(orders)
  const query = useQuery()
  const filter: Filter = {
    market: query.get('market') === ALL ? undefined : (oneOf(markets, query.get('market')) ?? usual),
    result: oneOf(results, query.get('result')),
    way: oneOf(ways, query.get('way')),
    period: oneOf(Object.keys(periods) as Period[], query.get('period')),
    // `kind` belongs to the linked receipt.
    kind: oneOf([...kinds.keys()], query.get('of')),
  }
  const tab = oneOf(tradeTabs, query.get('tab')) ?? 'positions'
  const write = (next: Filter, tab: TradeTab) =>
    setQuery({
      tab: tab === 'positions' ? undefined : tab,
      of: next.kind,
      market: next.market === usual ? undefined : (next.market ?? ALL),
      way: next.way,
      result: next.result,
      period: next.period,
    })
  return {
    filter,
    tab,
    choose: (next: Filter) => write(next, tab),
    openTab: (next: TradeTab) => write(filter, next),
  }
}

/** The first day of a period that ends at a time, in ms; days are those of the display zone. */
function firstDay(period: Period, nowMs: number): Day {
  const days = periods[period] - 1
  return dayOf(nowMs / 1000 - days * 86_400, zoneShown())
}

/** Whether an order is of a filter, but for its result. */
export const isShown =
  (kinds: OrderKinds, { kind, market, way, period }: Filter, nowMs: number) =>
  (order: Order): boolean =>
    (kind === undefined || order.kind === kind) &&
    (market === undefined || marketOf(instrumentOf(order.symbol)) === market) &&
    (way === undefined || ofKind(kinds, order.kind).wayOf(order) === way) &&
    (period === undefined ||
      order.settledAt === null ||
      dayOf(order.settledAt / 1000, zoneShown()) >= firstDay(period, nowMs))
