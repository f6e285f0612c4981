import { expect, it } from 'vitest'
import { createActor, fromCallback, fromPromise, waitFor } from 'xstate'
import type { UserMessage } from '../../src/api/user.ts'
import { PAGE_SIZE } from '../../src/machines/parts/pagedList.ts'
import { messagesMachine } from '../../src/machines/user/messages.ts'
import { unanswered } from './answers.ts'
import { done, failed, testMachine, type Walk } from './coverage.ts'

const message = (id: string, readAt: number | null = null): UserMessage => ({
  id,
  key: null,
  params: {},
  text: `message ${id}`,
  at: 1_700_000_000,
  readAt,
})
const fresh = message('message-9999')
const full = Array.from({ length: PAGE_SIZE }, (_, index) => message(`message-${2000 - index}`))
const loaded = (entries: readonly UserMessage[], first: boolean) =>
  ({
    type: 'list.loaded',
    page: { entries, unread: entries.length },
    first,
    complete: entries.length < PAGE_SIZE,
  }) as const
const newest = loaded(full, true)
const none = loaded([], true)
const older = loaded([message('message-0001', 5)], false)
const missed = { type: 'account.missed' } as const
const open = { type: 'messages.open' } as const
const retry = { type: 'messages.retry' } as const
const more = { type: 'messages.more' } as const
const over = { type: 'session.over' } as const
const news = { type: 'account.message', message: fresh } as const
const readOne = { type: 'messages.read', id: full[0]?.id ?? '', older: false } as const
const readAll = { type: 'messages.read', id: full[0]?.id ?? '', older: true } as const

const base: Pick<Walk<typeof messagesMachine>, 'callbacks' | 'actions' | 'distinct' | 'states'> = {
  callbacks: ['watchAccount', 'watchSession'],
  actions: ['tellMessage'],
  distinct: ({ messages, unread, complete, arrived, marks }) => [
    messages.map(({ readAt }) => readAt !== null),
    messages[0]?.id,
    messages.at(-1)?.id,
    unread,
    complete,
    arrived.length,
    marks.map(({ older }) => older),
  ],
  states: {
    '*': ({ snapshot, passed, acted }) => {
      const { messages } = snapshot().context
      const ids = messages.map(({ id }) => id)
      expect(ids).toEqual([...new Set(ids)].toSorted().toReversed())
      const told = passed.filter(({ type }) => type === news.type).length
      expect(acted.filter(({ action }) => action === 'tellMessage')).toHaveLength(told)
      if (passed.at(-1)?.type === over.type) expect(snapshot().context).toMatchObject({ messages: [], unread: 0 })
      if (passed.at(-1)?.type === news.type) expect(ids[0]).toBe(fresh.id)
    },
    'list.resting': ({ effects }) => {
      expect(effects.has('pages')).toBe(false)
    },
    'list.listing': ({ effects, passed, snapshot }) => {
      const since = passed.slice(passed.findLastIndex(({ type }) => type === over.type) + 1)
      const opened = since.slice(since.findIndex(({ type }) => type === open.type) + 1)
      const asks: Record<string, string> = {
        [more.type]: 'list.more',
        [retry.type]: 'list.retry',
        [open.type]: 'list.refresh',
        [missed.type]: 'list.refresh',
      }
      expect(effects.get('pages')?.input).toEqual({ query: {} })
      expect(effects.get('pages')?.heard.map(({ type }) => type)).toEqual(
        opened.map(({ type }) => asks[type]).filter((type) => type !== undefined),
      )
      const last = opened.at(-1)
      if (last !== newest && last !== none) return
      const { messages, unread, arrived, complete } = snapshot().context
      expect(messages).toEqual([...arrived, ...last.page.entries])
      expect(unread).toBe(last.page.unread + arrived.length)
      expect(complete).toBe(last === none)
    },
    'marking.marking': ({ effects, snapshot }) => {
      expect(effects.get('markRead')?.input).toEqual(snapshot().context.marks[0])
    },
    'marking.settled': ({ snapshot, passed }) => {
      expect(snapshot().context.marks).toEqual([])
      if (!passed.some(({ type }) => String(type).includes('done') && String(type).includes('markRead'))) return
      if (passed.some(({ type }) => type === over.type || type === open.type)) return
      expect(snapshot().context.messages.find(({ id }) => id === readOne.id)?.readAt).not.toBeNull()
    },
  },
}

testMachine(messagesMachine, [
  {
    ...base,
    shows: 'shows messages page by page, with those that come meanwhile',
    events: [open, retry, more, over, news, missed, newest, none, older],
    canHappen: (event, snapshot) => event !== news || snapshot.context.messages[0]?.id !== fresh.id,
  },
  {
    ...base,
    shows: 'marks as read what was not, one after the other',
    events: [
      open,
      over,
      newest,
      readOne,
      readAll,
      done('markRead', { readAt: 7, unread: 0 }),
      failed('markRead', unanswered),
    ],
  },
])

/** A list of four of which the oldest is read, and what the server is told of them. */
function reading() {
  const told: string[] = []
  const quiet = fromCallback<{ type: 'none' }>(() => {})
  const machine = messagesMachine.provide({
    actors: {
      watchAccount: quiet,
      watchSession: quiet,
      pagedList: quiet as never,
      markRead: fromPromise<{ readAt: number; unread: number }, { id: string; older: boolean }>(async ({ input }) => {
        told.push(input.id)
        return { readAt: 7, unread: 1 }
      }),
    },
    actions: { tellMessage: () => {} },
  })
  const actor = createActor(machine).start()
  actor.send(open)
  actor.send(loaded([message('4'), message('3'), message('2'), message('1', 5)], true))
  const settled = () => waitFor(actor, (now) => now.context.marks.length === 0)
  return { actor, told, settled }
}

it.each([
  [false, [null, 7, null, 5]],
  [true, [null, 7, 7, 5]],
])('reads the one that is meant, and those before it only where that is said: %s', async (older, times) => {
  const { actor, settled } = reading()
  actor.send({ type: 'messages.read', id: '3', older })
  const { context } = await settled()
  expect(context.messages.map(({ readAt }) => readAt)).toEqual(times)
  expect(context.unread).toBe(1)
})

it('tells of each that was not read, once and in turn', async () => {
  const { actor, told, settled } = reading()
  for (const id of ['3', '3', '4', '1']) actor.send({ type: 'messages.read', id, older: false })
  const { context } = await settled()
  expect(told).toEqual(['3', '4'])
  expect(context.messages.map(({ readAt }) => readAt)).toEqual([7, 7, null, 5])
})

it('counts what comes unread, once, and nothing that was read elsewhere already', () => {
  const { actor } = reading()
  const unread = () => actor.getSnapshot().context.unread
  expect(unread()).toBe(4)
  actor.send({ type: 'account.message', message: message('5') })
  expect(unread()).toBe(5)
  actor.send({ type: 'account.message', message: message('5') })
  actor.send({ type: 'account.message', message: message('6', 9) })
  expect(unread()).toBe(5)
  expect(actor.getSnapshot().context.messages.map(({ id }) => id)).toEqual(['6', '5', '4', '3', '2', '1'])
})
