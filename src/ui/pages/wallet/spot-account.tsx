import { qr } from '../../parts/drawings.ts'
import { DEPOSIT } from '../../places.ts'
import { type Action, ActionTiles, depositing, swapping, withdrawing } from './actions.tsx'

const actions: readonly Action[] = [
  swapping,
  { to: DEPOSIT, icon: qr, label: 'wallet.receive' },
  { ...depositing, query: { way: 'bank' } },
  withdrawing,
]

/** What one can do with all wallets together: coins are received at an address, and a transfer is deposited. */
export const SpotAccountActions = () => <ActionTiles actions={actions} />
