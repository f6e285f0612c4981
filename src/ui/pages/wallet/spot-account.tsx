import { qr } from '../../parts/marks/drawings.ts'
import { DEPOSIT } from '../../router/places.ts'
import { type Action, ActionTiles, depositing, swapping, withdrawing } from './actions.tsx'

const actions: readonly Action[] = [
  swapping,
  { to: DEPOSIT, icon: qr, label: 'wallet.receive' },
  { ...depositing, query: { way: 'bank' } },
  withdrawing,
]

/** Actions on all wallets together: receiving coins at an address, depositing by transfer. */
export const SpotAccountActions = () => <ActionTiles actions={actions} />
