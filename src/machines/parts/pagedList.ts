import {
  type ActorLogic,
  assign,
  type EventFromLogic,
  fromPromise,
  type PromiseActorLogic,
  type SnapshotFrom,
  sendParent,
  setup,
} from 'xstate'
import { mustProvide } from './must-provide.ts'
import { withEvent } from './with-event.ts'

/** An entry of a list. Ids grow with time. */
export type Listed = { id: string }

/**
 * A page of entries, newest first. `asOf`: age of cached entries, in ms since the epoch, if no answer
 * arrived.
 */
export type Page<Entry extends Listed = Listed> = { entries: readonly Entry[]; asOf?: number | null }

/** Loads a page of the query: the newest, or those older than `before`. */
export type PageRequest<Query extends object = object> = Query & { before?: string; limit: number }

/** Sends a loaded page to the parent. `first`: the newest, replacing all; else older ones, appended. */
export type PageLoaded<P extends Page = Page> = { type: 'list.loaded'; page: P; first: boolean; complete: boolean }

/** Page size. A shorter page is the last. */
export const PAGE_SIZE = 20

const isOld = ({ asOf = null }: Page) => asOf !== null
const isLast = ({ entries }: Page) => entries.length < PAGE_SIZE

/**
 * Loads a list page by page for its parent, which keeps the entries and their updates. `outdated`: the
 * newest page last failed to load, and earlier data is shown.
 */
export const pagedListMachine = setup({
  types: {
    context: {} as {
      query: object
      before: string
      complete: boolean
      outdated: boolean
      /** The age of the shown newest page, in ms since the epoch, if it is a cached one. */
      asOf: number | null
    },
    input: {} as { query: object },
    events: {} as { type: 'list.more' } | { type: 'list.retry' } | { type: 'list.refresh' },
    tags: {} as 'loading' | 'failed' | 'ready' | 'loadingMore' | 'moreFailed',
  },
  actors: {
    loadPage: fromPromise<Page, PageRequest>(mustProvide('loadPage')),
  },
  actions: {
    noteEnd: assign(({ context }, { output }: { output: Page }) => ({
      before: output.entries.at(-1)?.id ?? context.before,
      complete: isLast(output),
    })),
    noteAge: assign((_, { output }: { output: Page }) => ({ outdated: isOld(output), asOf: output.asOf ?? null })),
    noteOutdated: assign({ outdated: true }),
    tell: sendParent(
      (_, { output, first }: { output: Page; first: boolean }): PageLoaded => ({
        type: 'list.loaded',
        page: output,
        first,
        complete: isLast(output),
      }),
    ),
  },
  guards: {
    hasMore: ({ context }) => !context.complete,
    isOutdated: ({ context }) => context.outdated,
    isOld: (_, { output }: { output: Page }) => isOld(output),
  },
}).createMachine({
  id: 'pagedList',
  description: 'A paged list, newest first.',
  context: ({ input: { query } }) => ({ query, before: '', complete: false, outdated: false, asOf: null }),
  initial: 'loading',
  states: {
    loading: {
      tags: 'loading',
      on: { 'list.refresh': { target: 'loading', reenter: true } },
      invoke: {
        src: 'loadPage',
        id: 'loadFirst',
        input: ({ context: { query } }) => ({ ...query, limit: PAGE_SIZE }),
        onDone: {
          target: 'ready',
          actions: [
            withEvent('noteEnd'),
            withEvent('noteAge'),
            { type: 'tell', params: ({ event: { output } }) => ({ output, first: true }) },
          ],
        },
        onError: 'failed',
      },
    },
    failed: { tags: 'failed', on: { 'list.retry': 'loading', 'list.refresh': 'loading' } },
    ready: {
      tags: 'ready',
      initial: 'resting',
      on: { 'list.refresh': 'refreshing', 'list.retry': { guard: 'isOutdated', target: 'refreshing' } },
      states: {
        resting: { on: { 'list.more': { guard: 'hasMore', target: 'loadingMore' } } },
        loadingMore: {
          tags: 'loadingMore',
          invoke: {
            src: 'loadPage',
            id: 'loadMore',
            input: ({ context: { query, before } }) => ({ ...query, before, limit: PAGE_SIZE }),
            onDone: {
              target: 'resting',
              actions: [
                withEvent('noteEnd'),
                { type: 'tell', params: ({ event: { output } }) => ({ output, first: false }) },
              ],
            },
            onError: 'moreFailed',
          },
        },
        moreFailed: {
          description: 'The shown pages stay; the next page can be retried.',
          tags: 'moreFailed',
          on: { 'list.more': 'loadingMore' },
        },
      },
    },
    refreshing: {
      description: 'The last data is shown meanwhile.',
      tags: 'ready',
      on: { 'list.refresh': { target: 'refreshing', reenter: true } },
      invoke: {
        src: 'loadPage',
        id: 'refresh',
        input: ({ context: { query } }) => ({ ...query, limit: PAGE_SIZE }),
        onDone: [
          { guard: withEvent('isOld'), target: 'ready', actions: 'noteOutdated' },
          {
            target: 'ready',
            actions: [
              withEvent('noteEnd'),
              withEvent('noteAge'),
              { type: 'tell', params: ({ event: { output } }) => ({ output, first: true }) },
            ],
          },
        ],
        onError: { target: 'ready', actions: 'noteOutdated' },
      },
    },
  },
})

type List = typeof pagedListMachine

/** The machine, typed for one kind of query. */
export type PagedList<Query extends object> = ActorLogic<SnapshotFrom<List>, EventFromLogic<List>, { query: Query }>

/** The machine for one kind of query. It fails at its first use until its effect is provided. */
export const pagedListOf = <Query extends object>() => pagedListMachine as unknown as PagedList<Query>

/** The machine that loads its pages by an effect. */
export const pagedListBy = <P extends Page, Query extends object>(loadPage: PromiseActorLogic<P, PageRequest<Query>>) =>
  pagedListMachine.provide({
    actors: { loadPage: loadPage as unknown as PromiseActorLogic<Page, PageRequest> },
  }) as unknown as PagedList<Query>
