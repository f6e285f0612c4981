import { expect } from 'vitest'
import type { UserMessage } from '../../src/api/user.ts'
import { MESSAGE_PAGE_SIZE, messagesMachine } from '../../src/machines/user/messages.ts'
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
const full = Array.from({ length: MESSAGE_PAGE_SIZE }, (_, index) => message(`message-${2000 - index}`))
const page = { unread: MESSAGE_PAGE_SIZE, messages: full }
const last = { unread: MESSAGE_PAGE_SIZE, messages: [message('message-0001', 5)] }
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
    'list.failed': ({ can }) => {
      expect([can(retry), can(open)]).toEqual([true, true])
    },
    'list.ready.idle': ({ can, snapshot }) => {
      expect(can(more)).toBe(!snapshot().context.complete)
    },
    'list.ready.loadingMore': ({ effects, can, snapshot }) => {
      const before = snapshot().context.messages.at(-1)?.id
      expect(effects.get('loadMore')?.input).toEqual({ before })
      expect(can(more)).toBe(false)
    },
    'list.refreshing': ({ snapshot }) => {
      expect(snapshot().hasTag('ready')).toBe(true)
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
    events: [
      open,
      retry,
      more,
      over,
      news,
      { type: 'account.missed' },
      done('loadMessages', page),
      done('loadMessages', { unread: 0, messages: [] }),
      failed('loadMessages', unanswered),
      done('loadMore', last),
      failed('loadMore', unanswered),
      done('refresh', page),
      failed('refresh', unanswered),
    ],
    canHappen: (event, snapshot) => event !== news || snapshot.context.messages[0]?.id !== fresh.id,
  },
  {
    ...base,
    shows: 'marks as read what was not, one after the other',
    events: [
      open,
      over,
      done('loadMessages', page),
      readOne,
      readAll,
      done('markRead', { readAt: 7, unread: 0 }),
      failed('markRead', unanswered),
    ],
  },
])
