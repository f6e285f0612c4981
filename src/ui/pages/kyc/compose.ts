import { createLoadKyc, createSubmitKyc, createUploadSide } from '../../../machines/actors/kyc.ts'
import { kycFormMachine } from '../../../machines/user/kycForm.ts'
import type { Ground } from '../../ground.ts'

export const compose = ({ client, watchAccount }: Ground) => ({
  kyc: kycFormMachine.provide({
    actors: {
      loadKyc: createLoadKyc(client),
      uploadPhoto: createUploadSide(client),
      submitKyc: createSubmitKyc(client),
      watchAccount,
    },
  }),
})
