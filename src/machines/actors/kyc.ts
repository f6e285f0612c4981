import { fromPromise } from 'xstate'
import { getRealInfo, realName } from '../../api/account/kyc.ts'
import { areaCodes } from '../../api/account/user.ts'
import type { Client } from '../../api/client/client.ts'
import { result } from '../../api/wire/answer.ts'
import type { Side } from '../../rules/account/kyc.ts'
import { loadFirstBy } from '../parts/loadFirst.ts'
import type { KycStart, Submission } from '../user/kycForm.ts'
import { ask } from './ask.ts'
import { createUploadPhoto } from './upload-photo.ts'

/** The user's identity, the state of its review, and the selectable countries. */
export const createLoadKyc = (client: Client) =>
  loadFirstBy(
    fromPromise<KycStart>(async ({ signal }) => {
      const [kyc, countries] = await Promise.all([
        client.call(getRealInfo, {}, { signal }),
        client.call(areaCodes, {}, { signal }),
      ])
      const { neededFor: _, reviewSeconds, ...own } = result(kyc)
      return { kyc: own, countries: result(countries).map(({ country }) => country), reviewSeconds }
    }),
  )

/** Submits the identity, with uploaded photographs. */
export const createSubmitKyc = (client: Client) =>
  ask(client, realName, (submission: Submission) => submission, { stays: true, form: true })

const purposes = { front: 'identityFront', back: 'identityBack' } as const

/** Uploads the photograph of one side. */
export const createUploadSide = (client: Client) =>
  createUploadPhoto(client, ({ side, photo }: { side: Side; photo: File | null }) => ({
    purpose: purposes[side],
    photo,
  }))
