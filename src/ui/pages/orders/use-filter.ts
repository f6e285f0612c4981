import { type Market, markets, type OrderFilter, orderKinds, type Result, results } from '../../../rules/order-list.ts'
import { useQuery } from '../../hash.ts'
import { setQuery } from '../../place-query.ts'

const ALL = 'all'
const oneOf = <T extends string>(all: readonly T[], text: string | null) => all.find((each) => each === text)

/**
 * Which orders the history shows, as the place says: `?of=lever&market=crypto&result=won`.
 *
 * @param usual the market that this page shows where nothing is said
 */
export function useFilter(usual: Market | undefined) {
  const query = useQuery()
  const market = query.get('market') === ALL ? undefined : (oneOf(markets, query.get('market')) ?? usual)
  const result = oneOf(results, query.get('result'))
  // `kind` is of the order whose receipt a link names.
  const kind = oneOf(orderKinds, query.get('of'))
  const choose = (next: Filter) =>
    setQuery({
      of: next.kind,
      market: next.market === usual ? undefined : (next.market ?? ALL),
      result: next.result,
    })
  return { kind, market, result, choose }
}

export type Filter = { kind: OrderFilter['kind']; market: Market | undefined; result: Result | undefined }
