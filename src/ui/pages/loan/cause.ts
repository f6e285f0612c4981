import { loan as drawing } from '../../parts/marks/drawings.ts'
import { LOAN } from '../../router/places.ts'
import { placeOf } from '../../router/router.ts'
import type { Cause } from '../records/cause-labels.ts'

export const cause: Cause = {
  rank: 10,
  icon: drawing,
  name: 'kind.loans',
  place: (id) => placeOf(LOAN, { id }),
  steps: {
    payOut: 'records.loanPaidOut',
    repay: 'records.loanRepaid',
    collect: 'records.loanCollected',
  },
}
