import { expect, it, vi } from 'vitest'
import { createActor, fromCallback, fromPromise, type SnapshotFrom } from 'xstate'
import type { ChatMarks, ChatMessage, ChatPage, ChatSent } from '../../../src/api/account/chat.ts'
import { type ChatAsked, chatMachine } from '../../../src/machines/user/chat.ts'
import { refused, unanswered } from '../kit/answers.ts'
import { done, failed, testMachine, type Walk } from '../kit/coverage.ts'

const message = (seq: number, by: ChatMessage['by'] = 'user', clientId: string | null = null): ChatMessage => ({
  seq,
  clientId,
  by,
  text: `message ${seq}`,
  picture: false,
  at: 1_700_000_000 + seq,
})
const marks = (newest: number, change: Partial<ChatMarks> = {}): ChatMarks => ({
  newest,
  delivered: 0,
  read: 0,
  seen: 0,
  closed: 0,
  ...change,
})
const page = (seqs: readonly number[], newest: number, more: boolean, by: ChatMessage['by'] = 'user'): ChatPage => ({
  messages: seqs.map((seq) => message(seq, by)),
  marks: marks(newest),
  more,
  usualSeconds: 120,
})

type Snapshot = SnapshotFrom<typeof chatMachine>
type Shape = Pick<Walk<typeof chatMachine>, 'callbacks' | 'states'>

const base: Shape = {
  callbacks: ['watchAccount', 'watchSession', 'watchVisible', 'uploadPhoto'],
  states: {
    '*': ({ snapshot }) => {
      const { messages, upTo, queue } = snapshot().context
      const seqs = messages.map(({ seq }) => seq)
      expect(seqs).toEqual(seqs.map((_, index) => (seqs[0] ?? 0) + index))
      if (seqs.length > 0) expect(seqs.at(-1)).toBe(upTo)
      const here = new Set(messages.map(({ clientId }) => clientId))
      expect(queue.filter(({ clientId }) => here.has(clientId))).toEqual([])
    },
  },
}

const open = { type: 'chat.open' } as const
const retry = { type: 'chat.retry' } as const
const older = { type: 'chat.older' } as const
const over = { type: 'session.over' } as const
const missed = { type: 'account.missed' } as const
const told = { type: 'account.chat', marks: marks(8) } as const

const outgoing = ({ queue, upTo, progress, slowSeconds }: Snapshot['context']) => [
  queue.map(({ clientId, sent, picture, refusal }) => [clientId, sent, picture, refusal?.key]),
  upTo,
  progress,
  slowSeconds,
]
/** One message at a time is enough. */
const one: Walk<typeof chatMachine>['canHappen'] = ({ type }, { context: { queue, messages } }) =>
  type !== 'chat.send' || queue.length + messages.length === 0

const sending: Shape['states'] = {
  'outbox.uploading': ({ effects, snapshot }) => {
    expect(effects.get('uploadPhoto')?.input).toEqual({ photo: snapshot().context.queue[0]?.photo })
    expect(snapshot().context.queue[0]).toMatchObject({ picture: null, refusal: null })
  },
  'outbox.sending': ({ effects, snapshot }) => {
    const { clientId, photo, picture } = snapshot().context.queue[0] ?? {}
    expect(effects.get('sendChat')?.input).toEqual({ clientId, text: clientId === 'a' ? 'Hello' : '', picture })
    expect(picture).toBe(photo === null ? null : 'picture')
  },
  'outbox.idle': ({ snapshot }) => {
    expect(snapshot().context.queue.every(({ sent, refusal }) => sent || refusal !== null)).toBe(true)
  },
  'outbox.slowed': ({ snapshot, actor }) => {
    expect(snapshot().context.slowSeconds).toBe(7)
    expect(Object.values(actor.system.getSnapshot()._scheduledEvents).map(({ delay }) => delay)).toEqual([7_000])
    expect(snapshot().context.queue).toHaveLength(1)
  },
}

testMachine(chatMachine, [
  {
    ...base,
    shows: 'asks for what is missing by its number, and shows it once and in order',
    events: [
      ...[open, retry, older, over, missed, told],
      done('loadNewest', page([4, 5], 5, true)),
      done('loadNewest', page([], 0, false)),
      failed('loadNewest', unanswered),
      done('loadOlder', page([1, 2, 3], 5, false)),
      failed('loadOlder', unanswered),
      done('loadNewer', page([6, 7], 8, true)),
      done('loadNewer', page([8], 8, false)),
      done('loadNewer', page([], 5, false)),
      failed('loadNewer', unanswered),
    ],
    canHappen: ({ type, output }, { context: { upTo } }) => {
      const [first] = (output?.messages ?? []) as ChatMessage[]
      if (!type.includes('loadNewer') || !output) return !type.includes('loadOlder') || upTo >= 4
      return first ? first.seq === upTo + 1 : upTo === 5 || upTo === 8
    },
    distinct: ({ messages, upTo, more, marks }) => [messages.map(({ seq }) => seq), upTo, more, marks.newest],
    states: {
      ...base.states,
      'history.resting': ({ snapshot, passed, begun }) => {
        expect(begun.filter(({ src }) => src === 'loadChat').length > 0).toBe(passed.includes(open))
        if (passed.at(-1) === over) expect(snapshot().context).toMatchObject({ messages: [], upTo: 0 })
      },
      'history.ready.catching': ({ effects, snapshot }) => {
        expect(effects.get('loadNewer')?.input).toEqual({ after: snapshot().context.upTo })
      },
      'history.ready.older': ({ effects, snapshot }) => {
        expect(effects.get('loadOlder')?.input).toEqual({ before: snapshot().context.messages[0]?.seq })
      },
      'history.ready.idle': ({ snapshot }) => {
        const { marks, upTo } = snapshot().context
        expect(upTo).toBe(marks.newest)
      },
    },
  },
  {
    ...base,
    shows: 'sends what was written until there is an answer, and says why it was not taken',
    events: [
      { type: 'chat.send', clientId: 'a', text: ' Hello ', photo: null },
      { type: 'chat.send', clientId: 'c', text: ' ', photo: null },
      { type: 'chat.again', clientId: 'a' },
      { type: 'chat.discard', clientId: 'a' },
      ...[retry, over],
      done('sendChat', { message: message(1, 'user', 'a'), marks: marks(1) } satisfies ChatSent),
      done('sendChat', { message: message(3, 'user', 'a'), marks: marks(3) } satisfies ChatSent),
      failed('sendChat', refused('tooManyRequests', { seconds: '7' })),
      failed('sendChat', refused('textRequired')),
      failed('sendChat', refused('serverError')),
      failed('sendChat', unanswered),
    ],
    canHappen: one,
    distinct: outgoing,
    states: { ...base.states, ...sending },
  },
  {
    ...base,
    shows: 'sends a photograph first',
    events: [
      { type: 'chat.send', clientId: 'b', text: '', photo: new File([], 'b.jpg') },
      { type: 'chat.again', clientId: 'b' },
      ...[open, over],
      { type: 'photo.progress', done: 0.5 },
      { type: 'photo.uploaded', id: 'picture' },
      { type: 'photo.failed', error: refused('fileExists') },
      { type: 'photo.failed', error: refused('tooManyRequests', { seconds: '7' }) },
      { type: 'photo.failed', error: unanswered },
      failed('sendChat', unanswered),
    ],
    canHappen: one,
    distinct: outgoing,
    states: { ...base.states, ...sending },
  },
  {
    ...base,
    shows: 'marks as delivered what came, and as read what is before someone’s eyes',
    events: [
      ...[open, over],
      { type: 'chat.leave' },
      { type: 'page.visible', visible: false },
      { type: 'page.visible', visible: true },
      done('loadNewest', page([1, 2], 2, false, 'support')),
      done('markChat', marks(2, { delivered: 2 })),
      done('markChat', marks(2, { delivered: 2, read: 2 })),
      failed('markChat', unanswered),
    ],
    distinct: ({ open, visible, messages, marks }) => [open, visible, messages.length, marks.delivered, marks.read],
    states: {
      ...base.states,
      'marking.settled': ({ snapshot }) => {
        const { open, visible, messages, marks } = snapshot().context
        expect(marks.delivered).toBe(messages.length)
        if (open && visible) expect(marks.read).toBe(messages.length)
      },
    },
  },
])

/** A conversation on a server of the test's own, whose answers may be lost on their way. */
function conversation() {
  const said: ChatMessage[] = []
  let held: Promise<void> | undefined
  const faults: ('before' | 'after' | 'refused')[] = []
  const page = ({ before = Number.POSITIVE_INFINITY, after = 0 }: ChatAsked): ChatPage => ({
    messages: said.filter(({ seq }) => seq > after && seq < before),
    marks: marks(said.length),
    more: false,
    usualSeconds: null,
  })
  const quiet = fromCallback<{ type: 'none' }>(() => {})
  const actor = createActor(
    chatMachine.provide({
      actors: {
        loadChat: fromPromise<ChatPage, ChatAsked>(async ({ input }) => {
          const loaded = page(input)
          await held
          return loaded
        }),
        uploadPhoto: quiet as never,
        sendChat: fromPromise<ChatSent, { clientId: string; text: string; picture: string | null }>(
          async ({ input: { clientId } }) => {
            const fault = faults.shift()
            if (fault === 'before') throw unanswered
            if (fault === 'refused') throw refused('textRequired')
            const known = said.find((each) => each.clientId === clientId)
            const taken = known ?? message(said.length + 1, 'user', clientId)
            if (!known) said.push(taken)
            if (fault === 'after') throw unanswered
            return { message: taken, marks: marks(said.length) }
          },
        ),
        markChat: fromPromise<ChatMarks, { delivered: number; read: number }>(async ({ input }) =>
          marks(said.length, input),
        ),
        watchAccount: quiet,
        watchSession: quiet,
        watchVisible: quiet,
      },
    }),
  ).start()
  const answer = () => {
    said.push(message(said.length + 1, 'support'))
    return { type: 'account.chat', marks: marks(said.length) } as const
  }
  /** Holds the answers of lists. @returns a function that releases them */
  const hold = () => {
    const { promise, resolve } = Promise.withResolvers<void>()
    held = promise
    return resolve
  }
  return { actor, said, faults, answer, hold }
}

it('chat: shows everything once and in order, despite lost messages', async () => {
  vi.useFakeTimers()
  const { actor, said, faults, answer } = conversation()
  const write = (clientId: string) => actor.send({ type: 'chat.send', clientId, text: clientId, photo: null })
  actor.send(open)
  await vi.advanceTimersByTimeAsync(0)
  faults.push('before', 'after', 'after')
  write('one')
  write('two')
  // An answer that comes between, one whose event is lost, and events that come twice and late.
  const first = answer()
  await vi.advanceTimersByTimeAsync(3_000)
  answer()
  await vi.advanceTimersByTimeAsync(9_000)
  const last = answer()
  for (const event of [last, first, last]) actor.send(event)
  await vi.advanceTimersByTimeAsync(1_000)
  const { messages, queue } = actor.getSnapshot().context
  expect(messages).toEqual(said)
  expect(messages.map(({ by, clientId }) => clientId ?? by).sort()).toEqual([
    'one',
    'support',
    'support',
    'support',
    'two',
  ])
  expect(queue).toEqual([])
  actor.stop()
  vi.useRealTimers()
})

it('chat: finishes the current message when an earlier one is to be resent', async () => {
  vi.useFakeTimers()
  const { actor, said, faults } = conversation()
  const write = (clientId: string) => actor.send({ type: 'chat.send', clientId, text: clientId, photo: null })
  actor.send(open)
  await vi.advanceTimersByTimeAsync(0)
  faults.push('refused')
  write('one')
  await vi.advanceTimersByTimeAsync(0)
  faults.push('refused')
  write('two')
  actor.send({ type: 'chat.again', clientId: 'one' })
  await vi.advanceTimersByTimeAsync(100)
  expect(said.map(({ clientId }) => clientId)).toEqual(['one'])
  const left = actor.getSnapshot().context.queue
  expect(left).toMatchObject([{ clientId: 'two', refusal: { key: 'textRequired' } }])
  actor.send({ type: 'chat.discard', clientId: 'two' })
  expect(actor.getSnapshot().context.queue).toEqual([])
  actor.stop()
  vi.useRealTimers()
})

it('chat: waits with a photograph as long as a rate limit says', async () => {
  vi.useFakeTimers()
  const { actor } = conversation()
  actor.send({ type: 'chat.send', clientId: 'one', text: '', photo: new File([], 'one.jpg') })
  actor.send({ type: 'photo.failed', error: refused('tooManyRequests', { seconds: '7' }) })
  expect(actor.getSnapshot().context.queue).toMatchObject([{ clientId: 'one', refusal: null }])
  await vi.advanceTimersByTimeAsync(6_999)
  expect(actor.getSnapshot().value).toMatchObject({ outbox: 'slowed' })
  await vi.advanceTimersByTimeAsync(1)
  expect(actor.getSnapshot().value).toMatchObject({ outbox: 'uploading' })
  actor.stop()
  vi.useRealTimers()
})

it('chat: marks new messages as read after the page was reopened while loading', async () => {
  vi.useFakeTimers()
  const { actor, answer } = conversation()
  actor.send(open)
  actor.send({ type: 'chat.leave' })
  actor.send(open)
  actor.send(answer())
  await vi.advanceTimersByTimeAsync(100)
  expect(actor.getSnapshot().context.marks).toMatchObject({ delivered: 1, read: 1 })
  actor.stop()
  vi.useRealTimers()
})

it('chat: shows a message once that is both sent and loaded', async () => {
  vi.useFakeTimers()
  const { actor, said, answer, hold } = conversation()
  const write = (clientId: string) => actor.send({ type: 'chat.send', clientId, text: clientId, photo: null })
  actor.send(open)
  await vi.advanceTimersByTimeAsync(0)
  const release = hold()
  const { context } = actor.getSnapshot()
  expect(context.upTo).toBe(0)
  said.push(message(1, 'user', 'one'))
  actor.send({ type: 'account.chat', marks: marks(1) })
  // Its first answer was lost: it arrives in the pending list, and again by its own answer.
  write('one')
  await vi.advanceTimersByTimeAsync(0)
  release()
  await vi.advanceTimersByTimeAsync(0)
  answer()
  write('two')
  await vi.advanceTimersByTimeAsync(100)
  const { messages, queue } = actor.getSnapshot().context
  expect(messages).toEqual(said)
  expect(messages.map(({ seq }) => seq)).toEqual([1, 2, 3])
  expect(queue).toEqual([])
  actor.stop()
  vi.useRealTimers()
})

it.each([
  { page: page([1, 2], 1, false, 'support'), what: 'the first page' },
  { page: page([1], 1, false, 'support'), next: page([2, 3], 2, false, 'support'), what: 'a later one' },
])(
  'chat: shows an answer once that came between the marks and the messages of $what',
  async ({ page: first, next }) => {
    const all = [1, 2, 3].map((seq) => message(seq, 'support'))
    const pages = [first, ...(next ? [next] : [])]
    const quiet = fromCallback<{ type: 'none' }>(() => {})
    const actor = createActor(
      chatMachine.provide({
        actors: {
          loadChat: fromPromise<ChatPage, ChatAsked>(
            async ({ input: { after = 0 } }) =>
              pages.shift() ?? { ...page([], 3, false), messages: all.filter(({ seq }) => seq > after) },
          ),
          markChat: fromPromise<ChatMarks, { delivered: number; read: number }>(async ({ input }) => marks(0, input)),
          watchAccount: quiet,
          watchSession: quiet,
          watchVisible: quiet,
        },
      }),
    ).start()
    const told = async (newest: number) => {
      actor.send({ type: 'account.chat', marks: marks(newest) })
      await vi.waitFor(() => expect(actor.getSnapshot().context.upTo).toBeGreaterThanOrEqual(newest))
    }
    actor.send(open)
    for (const newest of [1, 2, 3]) await told(newest)
    expect(actor.getSnapshot().context.messages).toEqual(all)
    actor.stop()
  },
)
