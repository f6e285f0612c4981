import { FOREX_ORDERS } from '../../router/places.ts'
import { placeOf } from '../../router/router.ts'
import type { Cause } from '../records/cause-labels.ts'

export const cause: Cause = {
  rank: 3,
  icon: 'trade',
  isProfit: true,
  name: 'title.forex',
  place: (receipt) => placeOf(FOREX_ORDERS, { receipt, kind: 'forex' }),
  steps: {
    holdReserve: 'records.holdReserve',
    releaseReserve: 'records.releaseReserve',
    openPosition: 'records.openPosition',
    rollOver: 'records.rollOver',
    settlePart: 'records.settlePart',
    settlePosition: 'records.settlePosition',
  },
}
