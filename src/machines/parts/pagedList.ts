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

/** What a list holds. Ids grow with time. */
export type Listed = { id: string }

/** What a call answered: entries, newest first. */
export type Page<Entry extends Listed = Listed> = { entries: readonly Entry[] }

/** Asks for a page of what the query names: of the newest, or of those older than `before`. */
export type PageRequest<Query extends object = object> = Query & { before?: string; limit: number }

/** Tells a list's parent what came. `first`: the newest, in place of all that it had; else older ones, after them. */
export type PageLoaded<P extends Page = Page> = { type: 'list.loaded'; page: P; first: boolean; complete: boolean }

/** How many entries are asked for at once. A shorter page is the last. */
export const PAGE_SIZE = 20

const isLast = ({ entries }: Page) => entries.length < PAGE_SIZE

/** Loads a list page by page, and tells its parent, which keeps what came and what happens to it meanwhile. */
export const pagedListMachine = setup({
  types: {
    context: {} as { query: object; before: string; complete: boolean },
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
  },
}).createMachine({
  id: 'pagedList',
  description: 'A list that is loaded page by page, newest first.',
  context: ({ input: { query } }) => ({ query, before: '', complete: false }),
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
            { type: 'noteEnd', params: ({ event }) => event },
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
      on: { 'list.refresh': 'refreshing' },
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
                { type: 'noteEnd', params: ({ event }) => event },
                { type: 'tell', params: ({ event: { output } }) => ({ output, first: false }) },
              ],
            },
            onError: 'moreFailed',
          },
        },
        moreFailed: {
          description: 'What is shown stays; the next page can be asked for again.',
          tags: 'moreFailed',
          on: { 'list.more': 'loadingMore' },
        },
        outdated: {
          description: 'The newest could not be loaded anew: what was known is shown until they can.',
          on: { 'list.retry': '#pagedList.refreshing', 'list.more': { guard: 'hasMore', target: 'loadingMore' } },
        },
      },
    },
    refreshing: {
      description: 'What is known is shown meanwhile.',
      tags: 'ready',
      on: { 'list.refresh': { target: 'refreshing', reenter: true } },
      invoke: {
        src: 'loadPage',
        id: 'refresh',
        input: ({ context: { query } }) => ({ ...query, limit: PAGE_SIZE }),
        onDone: {
          target: 'ready',
          actions: [
            { type: 'noteEnd', params: ({ event }) => event },
            { type: 'tell', params: ({ event: { output } }) => ({ output, first: true }) },
          ],
        },
        onError: 'ready.outdated',
      },
    },
  },
})

type List = typeof pagedListMachine

/** The machine as one kind of query sees it. */
export type PagedList<Query extends object> = ActorLogic<SnapshotFrom<List>, EventFromLogic<List>, { query: Query }>

/** The machine for one kind of query. It fails at its first use until its effect is provided. */
export const pagedListOf = <Query extends object>() => pagedListMachine as unknown as PagedList<Query>

/** The machine that loads its pages by an effect. */
export const pagedListBy = <P extends Page, Query extends object>(loadPage: PromiseActorLogic<P, PageRequest<Query>>) =>
  pagedListMachine.provide({
    actors: { loadPage: loadPage as unknown as PromiseActorLogic<Page, PageRequest> },
  }) as unknown as PagedList<Query>
