import { swap as drawing } from '../../parts/marks/drawings.ts'
import { ORDERS } from '../../router/places.ts'
import { placeOf } from '../../router/router.ts'
import type { Cause } from '../records/cause-labels.ts'

export const cause: Cause = {
  rank: 4,
  icon: drawing,
  name: 'records.spots',
  place: (receipt) => placeOf(ORDERS, { receipt, kind: 'spot' }),
  steps: {
    holdOrder: 'records.holdOrder',
    giveFill: 'records.giveFill',
    receiveFill: 'records.receiveFill',
    releaseRest: 'records.releaseRest',
  },
}
