import { createActor } from 'xstate'
import { createLoadMessages, createMarkRead } from '../../../machines/actors/messages.ts'
import { createWatchSession } from '../../../machines/actors/watch-account.ts'
import { pagedListBy } from '../../../machines/parts/pagedList.ts'
import { messagesMachine } from '../../../machines/user/messages.ts'
import type { Ground } from '../../app/ground.ts'
import { isNews, messageNews } from './message-words.ts'

export const compose = ({ client, notice, token$, watchAccount, inspection }: Ground) => ({
  /** The signed-in user's messages. A page that shows them sends `messages.open`. */
  messages: createActor(
    messagesMachine.provide({
      actors: {
        pagedList: pagedListBy(createLoadMessages(client)),
        markRead: createMarkRead(client),
        watchAccount,
        watchSession: createWatchSession(token$),
      },
      actions: {
        tellMessage: (_, { message }) => {
          if (isNews(message)) notice.send({ type: 'notice.show', notice: messageNews(message) })
        },
      },
    }),
    inspection,
  ).start(),
})
