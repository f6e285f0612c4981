import { assign, fromPromise, sendTo, setup } from 'xstate'
import { list, type MoneyRecord } from '../../api/money/records.ts'
import { addPage } from '../../rules/orders/order-list.ts'
import type { Span } from '../../rules/time/months.ts'
import { send } from '../actors/call.ts'
import { orKept } from '../actors/calls.ts'
import { watchAccount } from '../actors/watch-account.ts'
import { type Page, type PageLoaded, type PageRequest, pagedListBy } from '../parts/pagedList.ts'
import { withEvent } from '../parts/with-event.ts'

/** What records are searched by, of which one is enough: an amount, a text of a note or an id, causes with steps. */
export type RecordSearch = { amount?: string | undefined; text?: string | undefined; steps?: string | undefined }

/** The filter: currency, cause, period, and a search. */
export type RecordFilter = Span & { currency?: string | undefined; cause?: string | undefined } & RecordSearch

const isSearch = ({ amount, text, steps }: RecordSearch) => (amount ?? text ?? steps) !== undefined

/** Page size: rows are small, and scrolled quickly. */
const AT_ONCE = 100

/** The user's balance changes, paged. New ones are added at once, or offered if older pages are loaded. */
export const recordListMachine = setup({
  types: {
    context: {} as {
      query: RecordFilter
      records: readonly MoneyRecord[]
      /** Whether older pages are loaded. */
      readOn: boolean
      /** Whether newer ones exist that are not shown. */
      newer: boolean
      asOf: number | null
    },
    input: {} as RecordFilter,
    events: {} as
      | { type: 'records.newest' }
      | { type: 'records.noted'; id: string; note: string | null }
      | PageLoaded<Page<MoneyRecord>>
      | { type: 'account.wallet' }
      | { type: 'account.missed' },
    children: {} as { pages: 'pagedList' },
  },
  actors: {
    pagedList: pagedListBy(
      fromPromise<Page<MoneyRecord>, PageRequest<RecordFilter>>(
        async ({ input: { before, limit, ...about }, signal }) => {
          const asked = { ...about, before, limit: Math.max(limit, AT_ONCE) }
          if (before !== undefined) return { entries: await send(list, asked, { signal, quiet: true }) }
          // What was searched for is not kept on the device.
          if (isSearch(about)) return { entries: await send(list, asked, { signal }) }
          const { value, asOf } = await orKept(list, asked, { signal }, about)
          return { entries: value, asOf }
        },
      ),
    ),
    watchAccount,
  },
  actions: {
    keepPage: assign(({ context }, { page, first }: PageLoaded<Page<MoneyRecord>>) =>
      first
        ? { records: page.entries, readOn: false, newer: false, asOf: page.asOf ?? null }
        : { records: addPage(context.records, page.entries), readOn: true },
    ),
    noteNewer: assign({ newer: true }),
    showNote: assign(({ context: { records } }, { id, note }: { id: string; note: string | null }) => ({
      records: records.map((each) => (each.id === id ? { ...each, note } : each)),
    })),
    refresh: sendTo('pages', { type: 'list.refresh' }),
  },
  guards: {
    hasReadOn: ({ context }) => context.readOn,
  },
}).createMachine({
  id: 'recordList',
  description: 'The user’s balance changes, newest first.',
  context: ({ input }) => ({ query: input, records: [], readOn: false, newer: false, asOf: null }),
  invoke: [
    { src: 'watchAccount', id: 'watchAccount' },
    {
      src: 'pagedList',
      id: 'pages',
      input: ({ context: { query } }) => ({ query }),
    },
  ],
  on: {
    'list.loaded': { actions: withEvent('keepPage') },
    'records.newest': { actions: 'refresh' },
    'records.noted': { actions: withEvent('showNote') },
    'account.wallet': [{ guard: 'hasReadOn', actions: 'noteNewer' }, { actions: 'refresh' }],
    'account.missed': [{ guard: 'hasReadOn', actions: 'noteNewer' }, { actions: 'refresh' }],
  },
})
