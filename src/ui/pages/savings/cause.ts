import { lock } from '../../parts/marks/drawings.ts'
import { SAVINGS } from '../../router/places.ts'
import { placeOf } from '../../router/router.ts'
import type { Cause } from '../records/cause-labels.ts'

export const cause: Cause = {
  rank: 9,
  icon: lock,
  name: 'title.savings',
  place: (deposit) => placeOf(SAVINGS, { deposit }),
  steps: {
    holdPrincipal: 'records.savingsHeld',
    payInterest: 'records.savingsInterest',
    returnPrincipal: 'records.savingsReturned',
  },
}
