import { createActor } from 'xstate'
import { messagesMachine } from '../../../machines/user/messages.ts'
import type { Deps } from '../../app/deps.ts'
import { isNews, messageNews } from './message-labels.ts'

export const compose = ({ notice, inspection }: Deps) => ({
  /** The signed-in user's messages. A page that shows them sends `messages.open`. */
  messages: createActor(
    messagesMachine.provide({
      actions: {
        tellMessage: (_, { message }) => {
          if (isNews(message)) notice.send({ type: 'notice.show', notice: messageNews(message) })
        },
      },
    }),
    inspection,
  ).start(),
})
