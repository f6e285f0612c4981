import { solving } from '../../../machines/actors/captcha.ts'
import { createLoadKyc, createSubmitKyc, createUploadSide } from '../../../machines/actors/kyc.ts'
import { kycFormMachine } from '../../../machines/user/kycForm.ts'
import type { Ground } from '../../app/ground.ts'

export const compose = ({ client, notice, watchAccount }: Ground) => ({
  kyc: kycFormMachine.provide({
    actors: {
      loadKyc: createLoadKyc(client),
      uploadPhoto: createUploadSide(solving({ client, notice })),
      submitKyc: createSubmitKyc(client),
      watchAccount,
    },
  }),
})
