import type { Cause } from '../records/cause.ts'

export const cause: Cause = { rank: 13, name: 'records.paper', steps: { paperGrant: 'records.paperGrant' } }
