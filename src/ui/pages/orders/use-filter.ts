import { type Market, markets, type OrderFilter, type Result, results } from '../../../rules/order-list.ts'
import { useQuery } from '../../hash.ts'
import { setQuery } from '../../place-query.ts'

const ALL = 'all'
const oneOf = <T extends string>(all: readonly T[], text: string | null) => all.find((each) => each === text)

/**
 * Which orders the history shows, as the place says: `?market=crypto&result=won`.
 *
 * @param usual the market that this page shows where nothing is said
 */
export function useFilter(usual: Market | undefined) {
  const query = useQuery()
  const market = query.get('market') === ALL ? undefined : (oneOf(markets, query.get('market')) ?? usual)
  const result = oneOf(results, query.get('result'))
  const choose = (next: Pick<OrderFilter, 'market' | 'result'>) =>
    setQuery({ market: next.market === usual ? undefined : (next.market ?? ALL), result: next.result })
  return { market, result, choose }
}

export type Filter = { market: Market | undefined; result: Result | undefined }
