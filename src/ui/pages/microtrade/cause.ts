import { ORDERS } from '../../router/places.ts'
import { placeOf } from '../../router/router.ts'
import type { Cause } from '../records/cause-labels.ts'

export const cause: Cause = {
  rank: 1,
  icon: 'clock',
  isProfit: true,
  name: 'kind.options',
  place: (receipt) => placeOf(ORDERS, { receipt }),
  steps: {
    holdStake: 'records.holdStake',
    payWinner: 'records.payWinner',
    forfeitStake: 'records.forfeitStake',
    returnStake: 'records.returnStake',
  },
}
