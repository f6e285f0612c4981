import * as api from '../../src/api/account/chat.ts'
import { type Route, route } from '../platform/http/route.ts'
import type { CallLimit, Relief } from '../platform/http/rules.ts'
import { isDelivered } from '../platform/messengers.ts'
import { markMessages, pageOf, pictureOf, writeMessage } from './conversation.ts'
import { takeForm } from './form.ts'

/** Limit of messages: more than anyone types, and low enough to stop a flood. */
const sending = [
  { name: 'chat minute', per: 'user', points: 20, seconds: 60 },
  { name: 'chat day', per: 'user', points: 500, seconds: 86_400 },
] as const satisfies readonly CallLimit[]

const forms = [
  { name: 'service form address', per: 'address', points: 5, seconds: 3_600 },
  { name: 'service form target', per: 'target', points: 3, seconds: 3_600 },
] as const satisfies readonly CallLimit[]

/** Cost points of a picture, about a megabyte. */
const PICTURE_COST = 5

/** The calls of conversations with customer service. */
export const chatRoutes = (relief: Relief<object>): readonly Route[] => [
  route(api.listChat, ({ input, session, platform }) => pageOf(platform, session.userId, input)),
  route(api.sendChat, {
    limits: sending,
    handle: ({ input, session, lang, commit }) => commit((unit) => writeMessage(unit, session.userId, lang, input)),
  }),
  route(api.markChat, ({ input, session, commit }) => commit((unit) => markMessages(unit, session.userId, input))),
  route(api.chatPicture, {
    cost: () => PICTURE_COST,
    handle: async ({ input, session, platform }) => ({
      picture: await pictureOf(platform, session.userId, input.seq),
    }),
  }),
  route(api.writeService, {
    limits: forms,
    relief,
    target: ({ input }) => input.email,
    handle: async ({ input, lang, platform, commit }) => {
      await commit((unit) => takeForm(unit, lang, input))
      return { mailed: isDelivered(platform.config, 'email') }
    },
  }),
]
