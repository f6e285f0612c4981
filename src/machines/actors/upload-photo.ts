import { fromCallback } from 'xstate'
import { uploadPhoto as uploadCall } from '../../api/account/uploads.ts'
import type { PhotoPurpose } from '../../rules/account/photos.ts'
import type { PhotoNews } from '../parts/photo.ts'
import { inForm, send } from './call.ts'

/**
 * Uploads one photograph, and reports its progress.
 *
 * @param read the photograph of an effect's input, and its purpose
 */
export const uploadPhoto = <Input>(read: (input: Input) => { purpose: PhotoPurpose; photo: File | null }) =>
  fromCallback<{ type: 'none' }, Input>(({ input, sendBack }) => {
    const leaving = new AbortController()
    const tell = (news: PhotoNews) => {
      if (!leaving.signal.aborted) sendBack(news)
    }
    const { purpose, photo } = read(input)
    send(
      uploadCall,
      { purpose },
      {
        ...inForm(leaving.signal),
        signal: leaving.signal,
        onProgress: (done) => tell({ type: 'photo.progress', done }),
        ...(photo && { file: photo }),
      },
    ).then(
      ({ id }) => tell({ type: 'photo.uploaded', id }),
      (error: unknown) => tell({ type: 'photo.failed', error }),
    )
    return () => leaving.abort()
  })
