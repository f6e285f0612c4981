import type { OrderFilter } from '../../../api/trade/orders.ts'
import { type Market, markets, type Result, results } from '../../../rules/orders/order-list.ts'
import { usePart } from '../../app/part.ts'
import { setQuery } from '../../router/place-query.ts'
import { useQuery } from '../../router/router.ts'
import { orders } from './part.ts'

const ALL = 'all'
const oneOf = <T extends string>(all: readonly T[], text: string | null) => all.find((each) => each === text)

/**
 * The filter of the order history, from the place: `?of=lever&market=crypto&result=won`.
 *
 * @param usual the page's default market
 */
export function useFilter(usual: Market | undefined) {
  const { kinds } = usePart(orders)
  const query = useQuery()
  const market = query.get('market') === ALL ? undefined : (oneOf(markets, query.get('market')) ?? usual)
  const result = oneOf(results, query.get('result'))
  // `kind` belongs to the linked receipt.
  const kind = oneOf([...kinds.keys()], query.get('of'))
  const choose = (next: Filter) =>
    setQuery({
      of: next.kind,
      market: next.market === usual ? undefined : (next.market ?? ALL),
      result: next.result,
    })
  return { kind, market, result, choose }
}

export type Filter = { kind: OrderFilter['kind']; market: Market | undefined; result: Result | undefined }
