import { expect } from 'vitest'
import { type Page, pagedListMachine } from '../../../src/machines/parts/pagedList.ts'
import { refused, unanswered } from '../kit/answers.ts'
import { done, failed, testMachine } from '../kit/coverage.ts'

const pageFrom = (newest: number, length: number): Page => ({
  entries: Array.from({ length }, (_, index) => ({ id: `entry-${newest - index}` })),
})
const full = pageFrom(2000, 20)
const older = pageFrom(1000, 20)
const rest = pageFrom(500, 19)
/** As this device knew it a while ago. */
const known: Page = { ...pageFrom(1500, 20), asOf: 1_700_000_000_000 }
const more = { type: 'list.more' } as const
const retry = { type: 'list.retry' } as const
const refresh = { type: 'list.refresh' } as const
const query = { symbol: 'BTCUSDT' }
// Its parent receives its events; in a walk of its own it has none.
const alone = pagedListMachine.provide({ actions: { tell: () => {} } })
const answers = new Map([full, older, rest, known].map((page) => [page, page.entries.length < 20]))

testMachine(alone, [
  {
    shows: 'loads page by page, keeps what is shown where one does not come, and tells what came',
    input: () => ({ query }),
    distinct: ({ before, complete, outdated }) => [before, complete, outdated],
    actions: ['tell'],
    events: [
      more,
      retry,
      refresh,
      done('loadFirst', full),
      done('loadFirst', rest),
      done('loadFirst', known),
      failed('loadFirst', unanswered),
      done('loadMore', older),
      done('loadMore', rest),
      failed('loadMore', refused('tooManyRequests')),
      done('refresh', full),
      done('refresh', known),
      failed('refresh', unanswered),
    ],
    states: {
      '*': ({ snapshot, passed, acted, begun }) => {
        // Cached data fills an empty list and never replaces newer data.
        const came = passed.filter(({ type, output }) => output && !(type.includes('refresh') && output.asOf))
        expect(acted.map(({ params }) => params)).toEqual(
          came.map(({ type, output }) => ({ output, first: !type.includes('loadMore') })),
        )
        const newest = came.findLast(({ type }) => !type.includes('loadMore'))?.output
        expect(snapshot().context.asOf).toBe(newest?.asOf ?? null)
        const last = came.at(-1)?.output
        if (last)
          expect(snapshot().context).toMatchObject({ before: last.entries.at(-1).id, complete: answers.get(last) })
        expect(begun.length).toBeLessThanOrEqual(
          1 + passed.filter((event) => [more, retry, refresh].includes(event as never)).length,
        )
      },
      loading: ({ effects, snapshot }) => {
        expect(effects.get('loadFirst')?.input).toEqual({ ...query, limit: 20 })
        expect([snapshot().hasTag('ready'), snapshot().context.complete]).toEqual([false, false])
      },
      failed: ({ snapshot, can }) => {
        expect([snapshot().hasTag('failed'), can(retry), can(refresh)]).toEqual([true, true, true])
      },
      'ready.resting': ({ snapshot, can, passed }) => {
        const newest = passed.findLast(({ type }) => /loadFirst|refresh/.test(type))
        expect(can(more)).toBe(!snapshot().context.complete)
        expect(can(retry)).toBe(newest?.output === undefined || newest.output === known)
      },
      'ready.loadingMore': ({ snapshot, effects, can }) => {
        expect(snapshot().hasTag('loadingMore')).toBe(true)
        expect(effects.get('loadMore')?.input).toEqual({ ...query, before: snapshot().context.before, limit: 20 })
        expect(can(more)).toBe(false)
      },
      'ready.moreFailed': ({ snapshot, can }) => {
        expect([snapshot().hasTag('ready'), snapshot().hasTag('moreFailed'), can(more)]).toEqual([true, true, true])
      },
      refreshing: ({ snapshot, effects }) => {
        expect(snapshot().hasTag('ready')).toBe(true)
        expect(effects.get('refresh')?.input).toEqual({ ...query, limit: 20 })
      },
    },
  },
])
