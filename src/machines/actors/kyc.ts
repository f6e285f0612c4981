import { fromCallback, fromPromise } from 'xstate'
import { result } from '../../api/answer.ts'
import type { Client } from '../../api/client.ts'
import { getRealInfo, realName } from '../../api/kyc.ts'
import { uploadPhoto } from '../../api/uploads.ts'
import { areaCodes } from '../../api/user.ts'
import type { Side } from '../../rules/kyc.ts'
import { loadFirstBy } from '../parts/loadFirst.ts'
import type { KycStart, PhotoNews, Submission } from '../user/kycForm.ts'
import { ask, ofForm } from './ask.ts'

/** Who the user is, how far the review has come, and the countries to choose from. */
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

/** Who the user is, with photographs that have arrived. */
export const createSubmitKyc = (client: Client) =>
  ask(client, realName, (submission: Submission) => submission, { stays: true, form: true })

const purposes = { front: 'identityFront', back: 'identityBack' } as const

/** Sends one photograph, and tells how far it has come. */
export const createUploadPhoto = (client: Client) =>
  fromCallback<{ type: 'none' }, { side: Side; photo: File | null }>(({ input: { side, photo }, sendBack }) => {
    const leaving = new AbortController()
    const tell = (news: PhotoNews) => {
      if (!leaving.signal.aborted) sendBack(news)
    }
    const upload = async () => {
      const answer = await ofForm(client, leaving.signal).call(
        uploadPhoto,
        { purpose: purposes[side] },
        {
          signal: leaving.signal,
          onProgress: (done) => tell({ type: 'photo.progress', done }),
          ...(photo && { file: photo }),
        },
      )
      return result(answer)
    }
    upload().then(
      ({ id }) => tell({ type: 'photo.uploaded', id }),
      (error: unknown) => tell({ type: 'photo.failed', error }),
    )
    return () => leaving.abort()
  })
