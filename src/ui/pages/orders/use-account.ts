import { useMemo } from 'react'
import { map } from 'rxjs'
import type { Equity } from '../../../api/money/wallet.ts'
import { initialOf, marginOf } from '../../../rules/money/equity.ts'
import { equity$ } from '../../../streams/equity.ts'
import { roeAt } from '../../../streams/openProfit.ts'
import { useServices } from '../../app/services.ts'

export const ACCOUNT_CURRENCY = 'USDT'

/**
 * The user's trading account in USDT. `own`: its wallet; `total$`: its equity as prices move; `margin`: of all positions; `used$`: that as a
 * share of the equity, in percent; `level$`: the equity as a share of their initial margin, in percent.
 */
export function useAccount({ wallets, positions }: Equity) {
  const { quotes } = useServices()
  const own = useMemo(() => wallets.filter(({ currency }) => currency === ACCOUNT_CURRENCY), [wallets])
  const total$ = useMemo(() => equity$({ wallets: own, positions, debt: '0' }, quotes.quote$), [own, positions, quotes])
  const margin = marginOf(positions)
  const used$ = useMemo(() => total$.pipe(map(({ total }) => roeAt(margin, total, ACCOUNT_CURRENCY))), [total$, margin])
  const initial = initialOf(positions)
  const level$ = useMemo(
    () => total$.pipe(map(({ total }) => roeAt(total, initial, ACCOUNT_CURRENCY))),
    [total$, initial],
  )
  const open = useMemo(() => positions.map((each) => ({ ...each, currency: ACCOUNT_CURRENCY })), [positions])
  return { own: own[0], total$, margin, used$, level$, open }
}
