import { createActor } from 'xstate'
import { solving } from '../../../machines/actors/captcha.ts'
import { createChat, createLoadPicture, createWatchVisible, createWriteService } from '../../../machines/actors/chat.ts'
import { createWatchSession } from '../../../machines/actors/watch-account.ts'
import { chatMachine } from '../../../machines/user/chat.ts'
import { serviceFormMachine } from '../../../machines/user/serviceForm.ts'
import type { Ground } from '../../app/ground.ts'

export const compose = ({ client, notice, token$, wake, watchAccount, inspection }: Ground) => {
  const solves = solving({ client, notice })
  return {
    /** The signed-in user's conversation. It keeps sending after its page is left. */
    chat: createActor(
      chatMachine.provide({
        actors: {
          ...createChat(solves),
          watchAccount,
          watchSession: createWatchSession(token$),
          watchVisible: createWatchVisible(wake.visible$),
        },
      }),
      inspection,
    ).start(),
    picture: (seq: number) => createLoadPicture(client, seq),
    form: serviceFormMachine.provide({ actors: { writeService: createWriteService(solves) } }),
  }
}
