import { fromPromise } from 'xstate'
import { chatPicture } from '../../api/account/chat.ts'
import { send } from '../actors/call.ts'
import { loadFirstBy } from '../parts/loadFirst.ts'

/** The picture of one message. */
export const loadPicture = (seq: number) =>
  loadFirstBy(
    fromPromise<Blob>(async ({ signal }) => {
      const { picture } = await send(chatPicture, { seq }, { signal, quiet: true })
      const bytes = Uint8Array.from(atob(picture.slice(picture.indexOf(',') + 1)), (letter) => letter.charCodeAt(0))
      return new Blob([bytes], { type: 'image/jpeg' })
    }),
  )
