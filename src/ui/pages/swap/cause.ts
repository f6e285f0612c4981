import { swap as drawing } from '../../parts/marks/drawings.ts'
import { SWAP } from '../../router/places.ts'
import { placeOf } from '../../router/router.ts'
import type { Cause } from '../records/cause-labels.ts'

export const cause: Cause = {
  rank: 7,
  icon: drawing,
  name: 'records.swaps',
  place: (swap) => placeOf(SWAP, { swap }),
  steps: { payFrom: 'records.payFrom', takeFee: 'records.takeFee', payTo: 'records.payTo' },
}
