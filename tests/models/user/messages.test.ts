import { expect, it } from 'vitest'
import { createActor, fromCallback, fromPromise, waitFor } from 'xstate'
import type { UserMessage } from '../../../src/api/account/user.ts'
import { PAGE_SIZE } from '../../../src/machines/parts/pagedList.ts'
import { messagesMachine, type ReadMark } from '../../../src/machines/user/messages.ts'
import { unanswered } from '../kit/answers.ts'
import { done, failed, testMachine, type Walk } from '../kit/coverage.ts'

const message = (id: string, readAt: number | null = null): UserMessage => ({
  id,
  kind: 'operator',
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
const over = { type: 'session.over' } as const
const news = { type: 'account.message', message: fresh } as const
const other = { type: 'account.message', message: { ...message('message-9998'), kind: 'security' } } as const
const showSecurity = { type: 'messages.show', kind: 'security' } as const
const showSupport = { type: 'messages.show', kind: 'operator' } as const

const readOne = { type: 'messages.read', id: full[0]?.id ?? '', older: false } as const
const readAll = { type: 'messages.read', id: full[0]?.id ?? '', older: true } as const

const base: Pick<Walk<typeof messagesMachine>, 'callbacks' | 'actions' | 'distinct' | 'states'> = {
  callbacks: ['watchAccount', 'watchSession'],
  actions: ['tellMessage'],
  distinct: ({ messages, kind, unread, complete, arrived, marks }) => [
    kind,
    messages.map(({ readAt }) => readAt !== null),
    messages[0]?.id,
    messages.at(-1)?.id,
    unread,
    complete,
    arrived.length,
    marks.map(({ older, kind }) => [older, kind]),
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
        [retry.type]: 'list.retry',
        [open.type]: 'list.refresh',
        [missed.type]: 'list.refresh',
      }
      expect(effects.get('pages')?.input).toEqual({ query: { kind: null } })
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

/** A page that comes while messages of one kind are shown: it holds none of another. */
const secure = loaded([{ ...message('message-0005'), kind: 'security' }], true)

testMachine(messagesMachine, [
  {
    ...base,
    shows: 'shows messages page by page, with those that come meanwhile',
    events: [open, retry, over, news, missed, newest, none, older],
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
  {
    callbacks: base.callbacks ?? [],
    actions: base.actions ?? [],
    distinct: ({ messages, kind, unread, arrived, marks }) => [
      kind,
      messages.map(({ id }) => id),
      unread,
      arrived.length,
      marks.map(({ kind }) => kind),
    ],
    shows: 'shows those of one kind, counts all, and marks as read what is shown',
    events: [
      showSecurity,
      showSupport,
      secure,
      other,
      news,
      over,
      { type: 'messages.read', id: 'message-0005', older: true } as const,
      done('markRead', { readAt: 7, unread: 3 }),
    ],
    canHappen: (event, { context: { messages, kind, unread } }) => {
      if (event === secure) return kind === 'security'
      return (event !== other && event !== news) || (unread < 3 && !messages.some(({ id }) => id === event.message.id))
    },
    states: {
      '*': ({ snapshot, passed, acted }) => {
        const { messages, kind, unread } = snapshot().context
        expect(messages.filter((each) => kind !== null && each.kind !== kind)).toEqual([])
        const came = passed.slice(passed.findLastIndex(({ type }) => type === over.type) + 1)
        if (!came.some(({ type }) => type !== news.type)) expect(unread).toBe(came.length)
        expect(acted).toHaveLength(passed.filter(({ type }) => type === news.type).length)
      },
      'list.listing': ({ effects, passed, snapshot }) => {
        const { kind } = snapshot().context
        expect(effects.get('pages')?.input).toEqual({ query: { kind } })
        // A page in flight may not have counted messages that are not shown.
        const hidden = { security: news, operator: other }[kind as 'security' | 'operator']
        if (passed.at(-1) === hidden) expect(effects.get('pages')?.heard.at(-1)?.type).toBe('list.refresh')
      },
      'marking.marking': ({ effects, snapshot }) => {
        expect(effects.get('markRead')?.input).toEqual(snapshot().context.marks[0])
        expect(snapshot().context.marks[0]?.older).toBe(true)
      },
    },
  },
])

it('messages: marks only the displayed kind as read', async () => {
  const { actor, told, settled } = reading()
  actor.send(showSecurity)
  const [mine, older] = [{ ...message('5'), kind: 'security' } as const, { ...message('2'), kind: 'security' } as const]
  actor.send(loaded([mine, older], true))
  actor.send({ type: 'messages.read', id: '5', older: true })
  actor.send(showSupport)
  actor.send(loaded([message('4')], true))
  const { context } = await settled()
  expect(told).toEqual(['5'])
  expect(context.messages.map(({ readAt }) => readAt)).toEqual([null])
})

/** A list of four, of which the oldest is read, and the marks sent to the server. */
function reading() {
  const told: string[] = []
  const quiet = fromCallback<{ type: 'none' }>(() => {})
  const machine = messagesMachine.provide({
    actors: {
      watchAccount: quiet,
      watchSession: quiet,
      pagedList: quiet as never,
      markRead: fromPromise<{ readAt: number; unread: number }, ReadMark>(async ({ input }) => {
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
])('messages: reads the one that is meant, and those before it only where that is said: %s', async (older, times) => {
  const { actor, settled } = reading()
  actor.send({ type: 'messages.read', id: '3', older })
  const { context } = await settled()
  expect(context.messages.map(({ readAt }) => readAt)).toEqual(times)
  expect(context.unread).toBe(1)
})

it('messages: announces each unread one, once and in order', async () => {
  const { actor, told, settled } = reading()
  for (const id of ['3', '3', '4', '1']) actor.send({ type: 'messages.read', id, older: false })
  const { context } = await settled()
  expect(told).toEqual(['3', '4'])
  expect(context.messages.map(({ readAt }) => readAt)).toEqual([7, 7, null, 5])
})

it('messages: counts new unread ones once, and none already read elsewhere', () => {
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
