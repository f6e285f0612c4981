import { PLAN_ORDERS } from '../../router/places.ts'
import { placeOf } from '../../router/router.ts'
import type { Cause } from '../records/cause-labels.ts'

export const cause: Cause = {
  rank: 8,
  icon: 'arbitrage',
  name: 'kind.plans',
  place: (order) => placeOf(PLAN_ORDERS, { order }),
  steps: {
    holdPrincipal: 'records.planHeld',
    returnPrincipal: 'records.planReturned',
    accrue: 'records.planAccrued',
    takeFee: 'records.planFee',
    payOut: 'records.planPaidOut',
  },
}
