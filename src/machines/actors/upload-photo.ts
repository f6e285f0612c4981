import { fromCallback } from 'xstate'
import { result } from '../../api/answer.ts'
import type { Client } from '../../api/client.ts'
import { uploadPhoto } from '../../api/kyc.ts'
import type { Side } from '../../rules/identity.ts'
import type { PhotoNews } from '../kyc.ts'

const purposes = { front: 'identityFront', back: 'identityBack' } as const

/** Effect `uploadPhoto`: sends one photograph, and tells how far it has come. */
export const createUploadPhoto = (client: Client) =>
  fromCallback<{ type: 'none' }, { side: Side; photo: File | null }>(({ input: { side, photo }, sendBack }) => {
    const leaving = new AbortController()
    const tell = (news: PhotoNews) => {
      if (!leaving.signal.aborted) sendBack(news)
    }
    const upload = async () => {
      const answer = await client.call(
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
