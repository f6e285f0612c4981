import { fromPromise, setup } from 'xstate'
import { mustProvide } from '../parts/must-provide.ts'
import type { RecordFilter } from './recordList.ts'

/** Saves all balance changes of the filter as a file. */
export const recordsFileMachine = setup({
  types: {
    context: {} as { query: RecordFilter },
    input: {} as RecordFilter,
    events: {} as { type: 'file.save' },
    tags: {} as 'busy' | 'failed',
  },
  actors: {
    saveRecords: fromPromise<void, RecordFilter>(mustProvide('saveRecords')),
  },
}).createMachine({
  id: 'recordsFile',
  description: 'Balance changes as a file for a spreadsheet.',
  context: ({ input }) => ({ query: input }),
  initial: 'idle',
  states: {
    idle: { on: { 'file.save': 'saving' } },
    saving: {
      tags: 'busy',
      invoke: {
        src: 'saveRecords',
        id: 'saveRecords',
        input: ({ context: { query } }) => query,
        onDone: 'idle',
        onError: 'failed',
      },
    },
    failed: { tags: 'failed', on: { 'file.save': 'saving' } },
  },
})
