import { wallet } from '../../parts/marks/drawings.ts'
import type { Cause } from '../records/cause-labels.ts'

export const cause: Cause = {
  rank: 13,
  icon: wallet,
  name: 'records.paper',
  steps: { paperGrant: 'records.paperGrant' },
}
