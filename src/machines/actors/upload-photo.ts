import { fromCallback } from 'xstate'
import { uploadPhoto } from '../../api/account/uploads.ts'
import type { Client } from '../../api/client/client.ts'
import { result } from '../../api/wire/answer.ts'
import type { PhotoPurpose } from '../../rules/account/photos.ts'
import type { PhotoNews } from '../parts/photo.ts'
import { ofForm } from './ask.ts'

/**
 * Uploads one photograph, and reports its progress.
 *
 * @param read the photograph of an effect's input, and its purpose
 */
export const createUploadPhoto = <Input>(
  client: Client,
  read: (input: Input) => { purpose: PhotoPurpose; photo: File | null },
) =>
  fromCallback<{ type: 'none' }, Input>(({ input, sendBack }) => {
    const leaving = new AbortController()
    const tell = (news: PhotoNews) => {
      if (!leaving.signal.aborted) sendBack(news)
    }
    const { purpose, photo } = read(input)
    const upload = async () =>
      result(
        await ofForm(client, leaving.signal).call(
          uploadPhoto,
          { purpose },
          {
            signal: leaving.signal,
            onProgress: (done) => tell({ type: 'photo.progress', done }),
            ...(photo && { file: photo }),
          },
        ),
      )
    upload().then(
      ({ id }) => tell({ type: 'photo.uploaded', id }),
      (error: unknown) => tell({ type: 'photo.failed', error }),
    )
    return () => leaving.abort()
  })
