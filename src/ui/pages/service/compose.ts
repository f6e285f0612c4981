import { createActor } from 'xstate'
import { chatMachine } from '../../../machines/user/chat.ts'
import type { Deps } from '../../app/deps.ts'

export const compose = ({ inspection }: Deps) => ({
  /** The signed-in user's conversation. It keeps sending after its page is left. */
  chat: createActor(chatMachine, inspection).start(),
})
