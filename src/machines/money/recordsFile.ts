import { fromPromise, setup } from 'xstate'
import { list } from '../../api/money/records.ts'
import { dep, send } from '../actors/call.ts'
import { allPages } from '../parts/allPages.ts'
import type { RecordFilter } from './recordList.ts'

/** Page size when all are loaded. */
const ALL_AT_ONCE = 1_000

/** Saves all balance changes of the filter as a file. */
export const recordsFileMachine = setup({
  types: {
    context: {} as { query: RecordFilter },
    input: {} as RecordFilter,
    events: {} as { type: 'file.save' },
    tags: {} as 'busy' | 'failed',
  },
  actors: {
    saveRecords: fromPromise<void, RecordFilter>(async ({ input, signal }) =>
      dep('saveRecords')(await allPages(ALL_AT_ONCE, (page) => send(list, { ...input, ...page }, { signal }))),
    ),
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
