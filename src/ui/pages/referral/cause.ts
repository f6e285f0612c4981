import { speech } from '../../parts/marks/drawings.ts'
import type { Cause } from '../records/cause-labels.ts'

export const cause: Cause = {
  rank: 11,
  icon: speech,
  name: 'records.referral',
  steps: { level1: 'records.referralLevel1', level2: 'records.referralLevel2', level3: 'records.referralLevel3' },
}
