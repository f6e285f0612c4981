import { assign, emit, setup } from 'xstate'
import type { ChosenError } from '../../rules/account/photos.ts'
import { type Prepared, preparePhoto } from '../actors/prepare-photo.ts'
import { withEvent } from './with-event.ts'

type Context = { file: File | null; wrong: ChosenError | null }

/** Choosing a photograph: it is checked and made ready at once. The form receives a ready one, or null, by the event `photo.chosen`. */
export const photoChoiceMachine = setup({
  types: {
    context: {} as Context,
    events: {} as { type: 'photo.choose'; file: File },
    emitted: {} as { type: 'photo.chosen'; photo: File | null },
    tags: {} as 'busy',
  },
  actors: { preparePhoto },
  actions: {
    note: assign((_, { file }: { file: File }) => ({ file, wrong: null })),
    keep: assign((_, { output }: { output: Prepared }) => ({ file: null, wrong: output.wrong })),
    noteUnreadable: assign({ file: null, wrong: { key: 'photoUnreadable', params: {} } }),
    tell: emit((_, { output }: { output: Prepared }) => ({ type: 'photo.chosen' as const, photo: output.photo })),
    tellNone: emit({ type: 'photo.chosen', photo: null }),
  },
}).createMachine({
  id: 'photoChoice',
  description: 'Choosing a photograph: it is checked and made ready at once.',
  context: { file: null, wrong: null },
  initial: 'open',
  on: { 'photo.choose': { target: '.preparing', reenter: true, actions: withEvent('note') } },
  states: {
    open: {},
    preparing: {
      description: 'Another choice replaces it.',
      tags: 'busy',
      invoke: {
        src: 'preparePhoto',
        id: 'preparePhoto',
        input: ({ context: { file } }) => ({ file: file ?? new File([], '') }),
        onDone: { target: 'open', actions: [withEvent('keep'), withEvent('tell')] },
        onError: { target: 'open', actions: ['noteUnreadable', 'tellNone'] },
      },
    },
  },
})
