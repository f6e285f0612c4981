import { withdraw } from '../../parts/marks/drawings.ts'
import { WITHDRAW } from '../../router/places.ts'
import { placeOf } from '../../router/router.ts'
import type { Cause } from '../records/cause-labels.ts'

export const cause: Cause = {
  rank: 5,
  icon: withdraw,
  name: 'kind.withdrawals',
  place: (withdrawal) => placeOf(WITHDRAW, { withdrawal }),
  steps: {
    holdAmount: 'records.withdrawalHeld',
    consumeHold: 'records.withdrawalLeft',
    releaseHold: 'records.withdrawalReleased',
    returnAmount: 'records.withdrawalReturned',
  },
}
