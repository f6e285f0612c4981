import { ORDERS } from '../../router/places.ts'
import { placeOf } from '../../router/router.ts'
import type { Cause } from '../records/cause-labels.ts'

export const cause: Cause = {
  rank: 2,
  icon: 'trade',
  isProfit: true,
  name: 'title.contracts',
  place: (receipt) => placeOf(ORDERS, { receipt, kind: 'lever' }),
  steps: {
    holdReserve: 'records.holdReserve',
    releaseReserve: 'records.releaseReserve',
    openPosition: 'records.openPosition',
    holdAdded: 'records.holdAdded',
    payFunding: 'records.payFunding',
    settlePart: 'records.settlePart',
    settlePosition: 'records.settlePosition',
    liquidatePosition: 'records.liquidatePosition',
  },
}
