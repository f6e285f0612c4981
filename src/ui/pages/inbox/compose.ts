import { createActor } from 'xstate'
import { createLoadMessages, createMarkRead } from '../../../machines/actors/messages.ts'
import { createWatchSession } from '../../../machines/actors/watch-account.ts'
import { pagedListBy } from '../../../machines/parts/pagedList.ts'
import { messagesMachine } from '../../../machines/user/messages.ts'
import type { Ground } from '../../ground.ts'
import { messageNews } from './message-words.ts'

export const compose = ({ client, notice, token$, watchAccount, inspection }: Ground) => ({
  /** What the platform told whoever is signed in. A page that shows it sends `messages.open`. */
  messages: createActor(
    messagesMachine.provide({
      actors: {
        pagedList: pagedListBy(createLoadMessages(client)),
        markRead: createMarkRead(client),
        watchAccount,
        watchSession: createWatchSession(token$),
      },
      actions: {
        // One that is read as it comes is of a kind that they do not want to hear of.
        tellMessage: (_, { message }) => {
          if (message.readAt === null) notice.send({ type: 'notice.show', notice: messageNews(message) })
        },
      },
    }),
    inspection,
  ).start(),
})
