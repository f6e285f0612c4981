import { assign, setup } from 'xstate'
import { type MoneyRecord, writeNote } from '../../api/money/records.ts'
import { call } from '../actors/call.ts'
import { type Drafted, draftOf } from '../actors/draft.ts'
import { type Failed, type FormContext, failureOf, typedInto } from '../parts/form.ts'
import { withEvent } from '../parts/with-event.ts'

type NoteForm = { text: string }
type Context = FormContext<NoteForm, 'text', never> & Drafted & { id: string; saved: string }

/** The draft of a note on a record. */
export const noteDraft = draftOf<Context>({
  name: 'recordNote',
  stored: ['text'],
  isBegun: ({ form: { text }, saved }) => text !== saved,
})

/** The user's note on a record: typed, and saved. */
export const recordNoteMachine = setup({
  types: {
    context: {} as Context,
    input: {} as Pick<MoneyRecord, 'id' | 'note'>,
    events: {} as { type: 'note.change'; value: string } | { type: 'note.save' },
    tags: {} as 'busy' | 'saved',
  },
  actors: {
    writeNote: call(writeNote, { form: true, stays: true }),
    keepDraft: noteDraft.keepDraft,
  },
  actions: {
    change: assign(({ context }, { value }: { value: string }) =>
      typedInto(context, { field: 'text', value: value.replaceAll('\n', ' ') }, 'text'),
    ),
    noteSaved: assign(({ context: { form } }) => ({ saved: form.text.trim(), form: { text: form.text.trim() } })),
    noteFailure: assign((_, failed: Failed) => ({ failure: failureOf(failed) })),
    forgetFailure: assign({ failure: null }),
  },
  guards: {
    isChanged: ({ context: { form, saved } }) => form.text.trim() !== saved,
  },
}).createMachine({
  id: 'recordNote',
  description: 'The note on a record.',
  context: ({ input: { id, note } }) =>
    noteDraft.restore({ id, saved: note ?? '', form: { text: note ?? '' }, errors: {}, failure: null }, id),
  invoke: noteDraft.keeping,
  on: { 'note.change': { target: '.open', actions: withEvent('change') } },
  initial: 'open',
  states: {
    open: { on: { 'note.save': { guard: 'isChanged', target: 'saving' } } },
    saving: {
      tags: 'busy',
      entry: 'forgetFailure',
      on: { 'note.change': {} },
      invoke: {
        src: 'writeNote',
        id: 'writeNote',
        input: ({ context: { id, form } }) => ({ id, text: form.text.trim() }),
        onDone: { target: 'saved', actions: 'noteSaved' },
        onError: { target: 'open', actions: withEvent('noteFailure') },
      },
    },
    saved: { tags: 'saved' },
  },
})
