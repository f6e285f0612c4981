import { createLoadReferral } from '../../../machines/actors/referral.ts'
import { referralMachine } from '../../../machines/user/referral.ts'
import type { Ground } from '../../ground.ts'

export const compose = ({ client }: Ground) => ({
  referral: referralMachine.provide({ actors: { loadReferral: createLoadReferral(client, location.origin) } }),
})
