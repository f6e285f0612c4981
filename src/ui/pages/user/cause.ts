import type { Cause } from '../records/cause-labels.ts'

export const cause: Cause = { rank: 13, name: 'records.paper', steps: { paperGrant: 'records.paperGrant' } }
