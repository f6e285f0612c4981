import { expect, it } from 'vitest'
import { type Message, tellUser } from '../../../server/inbox/module.ts'
import { commit } from '../../../server/platform/unit/unit.ts'
import { messages, readMessages } from '../../../src/api/account/user.ts'
import { describeServer } from '../harness.ts'
import { greeted, listen } from '../platform/device.ts'

describeServer.onSqlite('user/usermessage', (server) => {
  const tell = async (userId: string, ...said: readonly Message[]) => {
    for (const message of said) {
      await commit(server.platform, (unit) => tellUser(unit, userId, message))
      server.clock.jump(1_000)
    }
  }
  const words = (count: number) => Array.from({ length: count }, (_, index) => ({ text: `word ${index + 1}` }))

  it('lists the user’s own, newest first, with the number of unread ones', async () => {
    const [ann, bob] = [await server.person(), await server.person()]
    const at = Math.floor(server.clock.now() / 1000)
    const refused = { kind: 'review', key: 'realNameRefused', params: { reason: 'too dark' } } as const
    await tell(ann.userId, refused, { text: 'Hello.' })
    await tell(bob.userId, { text: 'for Bob' })
    expect(await server.ok(messages, { userId: bob.userId }, ann.token)).toEqual({
      unread: 2,
      messages: [
        { id: expect.any(String), kind: 'operator', key: null, params: {}, text: 'Hello.', at: at + 1, readAt: null },
        {
          id: expect.any(String),
          kind: 'review',
          key: 'realNameRefused',
          params: { reason: 'too dark' },
          text: null,
          at,
          readAt: null,
        },
      ],
    })
  })

  it('filters by kind, in pages, and counts all', async () => {
    const { userId, token } = await server.person()
    const passed = { kind: 'review', key: 'realNamePassed', params: {} } as const
    await tell(userId, passed, { text: 'Hello.' }, passed, { text: 'Bye.' }, passed)
    const first = await server.ok(messages, { kind: 'review', limit: 2 }, token)
    expect(first.unread).toBe(5)
    const rest = await server.ok(messages, { kind: 'review', limit: 2, before: first.messages[1]?.id }, token)
    const all = [...first.messages, ...rest.messages]
    expect(all.map(({ kind }) => kind)).toEqual(['review', 'review', 'review'])
    expect((await server.ok(messages, { kind: 'security' }, token)).messages).toEqual([])
    expect((await server.ok(messages, { kind: 'account' }, token)).messages.length).toBeGreaterThan(3)
    expect((await server.ok(messages, { kind: 'trades' }, token)).messages).toEqual([])
  })

  it('has none at first', async () => {
    const { token } = await server.person()
    expect(await server.ok(messages, {}, token)).toEqual({ unread: 0, messages: [] })
  })

  it('pages, and counts those not yet shown', async () => {
    const { userId, token } = await server.person()
    await tell(userId, ...words(5))
    const seen: (string | null)[] = []
    let before: string | undefined
    for (;;) {
      const page = await server.ok(messages, { limit: 2, ...(before && { before }) }, token)
      expect(page.unread).toBe(5)
      if (page.messages.length === 0) break
      seen.push(...page.messages.map(({ text }) => text))
      before = page.messages.at(-1)?.id
    }
    expect(seen).toEqual(['word 5', 'word 4', 'word 3', 'word 2', 'word 1'])
  })

  it('shows nothing for another user’s cursor', async () => {
    const [ann, bob] = [await server.person(), await server.person()]
    await tell(ann.userId, { text: 'for Ann' })
    await tell(bob.userId, { text: 'for Bob' })
    const theirs = await server.ok(messages, {}, bob.token)
    const shown = await server.ok(messages, { before: theirs.messages[0]?.id }, ann.token)
    expect(shown.messages.map(({ text }) => text)).toEqual(['for Ann'])
  })

  it('is sent over the socket too, in the list’s format', async () => {
    const { userId, token } = await server.person()
    const device = await greeted(await listen(server.app.http), token)
    await tell(userId, { text: 'Hello.' })
    const { event } = await device.next('account')
    const shown = await server.ok(messages, {}, token)
    expect(event).toMatchObject({ kind: 'message', body: shown.messages[0] })
    await device.close()
  })

  it.each([{ limit: 0 }, { limit: 101 }, { limit: 'x' }, { before: 'x y' }, { kind: 'gossip' }])(
    'refuses %j',
    async (input) => {
      const { token } = await server.person()
      expect(await server.call(messages, input, token)).toMatchObject({ http: 422, key: 'parameterError' })
    },
  )

  it('needs a token', async () => {
    expect(await server.call(messages)).toMatchObject({ http: 401, type: 999 })
    expect(await server.call(readMessages, { id: '01ARZ3NDEKTSV4RRFFQ69G5FAV' })).toMatchObject({ http: 401 })
  })
})
