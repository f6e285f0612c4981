import { assign, setup } from 'xstate'
import { type Drafted, draftOf } from '../actors/draft.ts'
import { withEvent } from '../parts/with-event.ts'

type Context = Drafted & { form: { text: string }; photo: File | null }

/** The draft of a message to customer service. */
export const chatMessageDraft = draftOf<Context>({
  name: 'chatMessage',
  stored: ['text'],
  beside: ['photo'],
  isBegun: ({ form, photo }) => form.text !== '' || photo !== null,
})

/** A message to customer service before it is sent. The conversation sends it. */
export const chatMessageMachine = setup({
  types: {
    context: {} as Context,
    events: {} as
      | { type: 'message.change'; text: string }
      | { type: 'message.choose'; photo: File | null }
      | { type: 'message.sent' },
  },
  actors: { keepDraft: chatMessageDraft.keepDraft },
  actions: {
    change: assign((_, { text }: { text: string }) => ({ form: { text } })),
    choose: assign((_, { photo }: { photo: File | null }) => ({ photo })),
    empty: assign({ form: { text: '' }, photo: null }),
  },
}).createMachine({
  id: 'chatMessage',
  description: 'A message to customer service before it is sent.',
  context: () => chatMessageDraft.restore({ form: { text: '' }, photo: null }),
  invoke: chatMessageDraft.keeping,
  initial: 'open',
  states: {
    open: {
      on: {
        'message.change': { actions: withEvent('change') },
        'message.choose': { actions: withEvent('choose') },
        'message.sent': { actions: 'empty' },
      },
    },
  },
})
