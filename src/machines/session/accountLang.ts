import { assign, fromPromise, setup } from 'xstate'
import type { Lang } from '../../api/wire/fields.ts'
import { setLang } from '../../api/wire/session.ts'
import { send } from '../actors/call.ts'
import { withEvent } from '../parts/with-event.ts'

/** `chosen`: on this device. `saved`: with the account. */
type Langs = { chosen: Lang; saved: Lang }

/** Saves the language chosen on this device with the account. */
export const accountLangMachine = setup({
  types: {
    context: {} as Langs,
    input: {} as Langs,
    events: {} as { type: 'lang.choose'; lang: Lang },
  },
  actors: {
    saveLang: fromPromise<Lang, { lang: Lang }>(async ({ input: { lang }, signal }) => {
      await send(setLang, { lang }, { signal, quiet: true })
      return lang
    }),
  },
  actions: {
    choose: assign((_, { lang }: { lang: Lang }) => ({ chosen: lang })),
    keep: assign((_, { output }: { output: Lang }) => ({ saved: output })),
  },
  guards: {
    isNews: ({ context: { chosen, saved } }) => chosen !== saved,
  },
}).createMachine({
  id: 'accountLang',
  description: 'The account’s language follows the one chosen on this device.',
  context: ({ input: { chosen, saved } }) => ({ chosen, saved }),
  initial: 'settled',
  on: { 'lang.choose': { actions: withEvent('choose') } },
  states: {
    settled: { always: { guard: 'isNews', target: 'saving' } },
    saving: {
      invoke: {
        src: 'saveLang',
        id: 'saveLang',
        input: ({ context: { chosen } }) => ({ lang: chosen }),
        onDone: { target: 'settled', actions: withEvent('keep') },
        onError: 'failed',
      },
    },
    failed: { after: { 5000: 'settled' } },
  },
})
