import type { Observable } from 'rxjs'
import { fromCallback, fromPromise } from 'xstate'
import { type ChatPage, chatPicture, listChat, markChat, sendChat, writeService } from '../../api/account/chat.ts'
import type { Client } from '../../api/client/client.ts'
import { result } from '../../api/wire/answer.ts'
import { loadFirstBy } from '../parts/loadFirst.ts'
import type { ChatAsked } from '../user/chat.ts'
import type { ServiceLetter } from '../user/serviceForm.ts'
import { ask } from './ask.ts'
import { createUploadPhoto } from './upload-photo.ts'

/** The effects of a conversation. Its page shows failures itself. */
export const createChat = (client: Client) => ({
  loadChat: fromPromise<ChatPage, ChatAsked>(async ({ input, signal }) =>
    result(await client.call(listChat, input, { signal, quiet: true })),
  ),
  uploadPhoto: createUploadPhoto(client, ({ photo }: { photo: File | null }) => ({
    purpose: 'supportPicture',
    photo,
  })),
  sendChat: ask(
    client,
    sendChat,
    ({ picture, ...message }: { clientId: string; text: string; picture: string | null }) => ({
      ...message,
      ...(picture !== null && { picture }),
    }),
    { quiet: true, stays: true },
  ),
  markChat: ask(client, markChat, (marks: { delivered: number; read: number }) => marks, { quiet: true, stays: true }),
})

/** The picture of one message. */
export const createLoadPicture = (client: Client, seq: number) =>
  loadFirstBy(
    fromPromise<Blob>(async ({ signal }) => {
      const { picture } = result(await client.call(chatPicture, { seq }, { signal, quiet: true }))
      const bytes = Uint8Array.from(atob(picture.slice(picture.indexOf(',') + 1)), (letter) => letter.charCodeAt(0))
      return new Blob([bytes], { type: 'image/jpeg' })
    }),
  )

/** A question from a guest. */
export const createWriteService = (client: Client) =>
  ask(client, writeService, (letter: ServiceLetter) => letter, { stays: true, form: true })

/** Effect `watchVisible`: whether the app is visible. */
export const createWatchVisible = (visible$: Observable<boolean>) =>
  fromCallback<{ type: 'none' }>(({ sendBack }) => {
    const watching = visible$.subscribe((visible) => sendBack({ type: 'page.visible', visible }))
    return () => watching.unsubscribe()
  })
