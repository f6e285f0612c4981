import { useMemo } from 'react'
import { map } from 'rxjs'
import type { Equity, Wallet } from '../../../api/money/wallet.ts'
import { initialOf, marginOf } from '../../../rules/money/equity.ts'
import { equity$ } from '../../../streams/equity.ts'
import { roeAt } from '../../../streams/openProfit.ts'
import { useServices } from '../../app/services.ts'

export const ACCOUNT_CURRENCY = 'USDT'

const isOwn = ({ currency }: Wallet) => currency === ACCOUNT_CURRENCY

/**
 * The user's trading account in USDT. `available`: of its newest wallet, also before the equity is reloaded; `total$`: its equity as prices
 * move; `margin`: of all positions; `used$`: that as a share of the equity, in percent; `level$`: the equity as a share of their initial
 * margin, in percent.
 */
export function useAccount({ wallets, equity }: { wallets: readonly Wallet[]; equity: Equity }) {
  const { quotes } = useServices()
  const { positions } = equity
  const available = wallets.find(isOwn)?.available ?? '0'
  // From the same answer as the positions: a newer wallet may already contain the P&L of one that has since closed.
  const own = useMemo(() => equity.wallets.filter(isOwn), [equity])
  const total$ = useMemo(() => equity$({ wallets: own, positions, debt: '0' }, quotes.quote$), [own, positions, quotes])
  const margin = marginOf(positions)
  const used$ = useMemo(() => total$.pipe(map(({ total }) => roeAt(margin, total, ACCOUNT_CURRENCY))), [total$, margin])
  const initial = initialOf(positions)
  const level$ = useMemo(
    () => total$.pipe(map(({ total }) => roeAt(total, initial, ACCOUNT_CURRENCY))),
    [total$, initial],
  )
  const open = useMemo(() => positions.map((each) => ({ ...each, currency: ACCOUNT_CURRENCY })), [positions])
  return { available, total$, margin, used$, level$, open }
}
