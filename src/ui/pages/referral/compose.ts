import { createLoadReferral } from '../../../machines/actors/referral.ts'
import type { Ground } from '../../app/ground.ts'

export const compose = ({ client }: Ground) => ({
  invite: createLoadReferral(client, location.origin),
})
