import { expect, it } from 'vitest'
import { listChat } from '../../../src/api/account/chat.ts'
import { describeServer } from '../harness.ts'
import { answer, signedInAgain, write } from './support.ts'

describeServer.onSqlite('chat/list', (server) => {
  it('is empty at first', async () => {
    const { token } = await server.person()
    expect(await server.ok(listChat, {}, token)).toEqual({
      messages: [],
      marks: { newest: 0, delivered: 0, read: 0, seen: 0, closed: 0 },
      more: false,
      usualSeconds: null,
    })
    expect(await server.call(listChat)).toMatchObject({ type: 999 })
  })

  it('returns the newest, older pages, and missed messages, of the user’s own conversation only', async () => {
    const [ann, bob] = [await server.person(), await server.person()]
    for (let index = 1; index <= 7; index++) await write(server, ann.token, `word ${index}`)
    await write(server, bob.token, 'of Bob')
    const seqs = async (input: Record<string, unknown>) => {
      const { messages, more } = await server.ok(listChat, { limit: 3, ...input }, ann.token)
      return [messages.map(({ seq }) => seq), more]
    }
    expect(await seqs({})).toEqual([[5, 6, 7], true])
    expect(await seqs({ before: 5 })).toEqual([[2, 3, 4], true])
    expect(await seqs({ before: 2 })).toEqual([[1], false])
    expect(await seqs({ after: 2 })).toEqual([[3, 4, 5], true])
    expect(await seqs({ after: 5 })).toEqual([[6, 7], false])
    expect(await seqs({ after: 7 })).toEqual([[], false])
    expect((await server.ok(listChat, {}, bob.token)).messages.map(({ text }) => text)).toEqual(['of Bob'])
  })

  it('returns the usual response time, after a few answers', async () => {
    const asks = await server.person()
    const usual = async () => (await server.ok(listChat, {}, asks.token)).usualSeconds
    for (const [index, seconds] of [60, 600, 120].entries()) {
      expect(await usual(), String(index)).toBeNull()
      const { userId, token } = await server.person()
      await write(server, token, 'Hello')
      server.clock.jump(seconds * 1000)
      await write(server, token, 'Hello?')
      await answer(server, userId, 'Good day.')
      // This one has no unanswered message.
      await answer(server, userId, 'Anything else?')
    }
    expect(await usual()).toBe(120)
    server.clock.jump(91 * 86_400_000)
    const again = await signedInAgain(server, asks.userId)
    expect((await server.ok(listChat, {}, again)).usualSeconds).toBeNull()
  })

  it.each([{ limit: 0 }, { limit: 101 }, { before: -1 }, { after: 'x' }, { after: '1e99' }])(
    'refuses %j',
    async (input) => {
      const { token } = await server.person()
      expect(await server.call(listChat, input, token)).toMatchObject({ http: 422, key: 'parameterError' })
    },
  )
})
