import { speech } from '../../parts/marks/drawings.ts'
import type { Cause } from '../records/cause-labels.ts'

export const cause: Cause = {
  rank: 11,
  icon: speech,
  name: 'records.referral',
  steps: { level1: 'records.referralPaid', level2: 'records.referralPaid', level3: 'records.referralPaid' },
}
