import { deposit as drawing } from '../../parts/marks/drawings.ts'
import { DEPOSIT } from '../../router/places.ts'
import { placeOf } from '../../router/router.ts'
import type { Cause } from '../records/cause-labels.ts'

export const cause: Cause = {
  rank: 6,
  icon: drawing,
  name: 'records.deposits',
  place: (deposit) => placeOf(DEPOSIT, { deposit }),
  steps: { creditDeposit: 'records.creditDeposit' },
}
