import { expect, it } from 'vitest'
import { chatNotices } from '../../../server/chat/works.ts'
import { listChat, markChat } from '../../../src/api/account/chat.ts'
import { messages } from '../../../src/api/account/user.ts'
import { describeServer } from '../harness.ts'
import { greeted, listen } from '../platform/device.ts'
import { answer, operate, write } from './support.ts'

describeServer.onSqlite('chat/mark', (server) => {
  const marks = async (token: string) => (await server.ok(listChat, {}, token)).marks

  it('moves marks up, and never down or beyond the newest message', async () => {
    const [ann, bob] = [await server.person(), await server.person()]
    expect(await server.ok(markChat, { delivered: 5, read: 5 }, ann.token)).toMatchObject({ newest: 0, read: 0 })
    await write(server, ann.token, 'Hello')
    await write(server, bob.token, 'Hello')
    await answer(server, ann.userId, 'Good day.')
    await answer(server, ann.userId, 'What is it?')
    expect(await server.ok(markChat, { delivered: 3, read: 2 }, ann.token)).toMatchObject({ delivered: 3, read: 2 })
    expect(await server.ok(markChat, { delivered: 1, read: 0 }, ann.token)).toMatchObject({ delivered: 3, read: 2 })
    expect(await server.ok(markChat, { delivered: 0, read: 99 }, ann.token)).toMatchObject({ delivered: 3, read: 3 })
    expect(await marks(bob.token)).toMatchObject({ newest: 1, delivered: 0, read: 0 })
    expect(await server.call(markChat, { delivered: -1, read: 0 }, ann.token)).toMatchObject({ key: 'parameterError' })
    expect(await server.call(markChat, { delivered: 1, read: 1 })).toMatchObject({ type: 999 })
  })

  it('notifies a user who has not read answers after a moment, once for all', async () => {
    const [there, away] = [await server.person(), await server.person()]
    const told = async (token: string) => (await server.ok(messages, { kind: 'support' }, token)).messages
    for (const { token, userId } of [there, away]) {
      await write(server, token, 'Hello')
      await answer(server, userId, 'Good day.')
      await answer(server, userId, 'What is it?')
    }
    await server.ok(markChat, { delivered: 3, read: 3 }, there.token)
    await server.clock.advance(29_000)
    expect(await told(away.token)).toEqual([])
    await server.clock.advance(3_000)
    expect(await told(away.token)).toMatchObject([{ key: 'supportAnswered', text: null, readAt: null }])
    expect(await told(there.token)).toEqual([])
    await server.clock.advance(60_000)
    expect(await told(away.token)).toHaveLength(1)
  })

  it('notifies once if two nodes find it concurrently', async () => {
    const { token, userId } = await server.person()
    await write(server, token, 'Hello')
    await answer(server, userId, 'Good day.')
    server.clock.jump(31_000)
    await Promise.all([1, 2].map(() => chatNotices(server.platform).run(() => false)))
    expect((await server.ok(messages, { kind: 'support' }, token)).messages).toHaveLength(1)
  })

  it('shows when customer service has read and closed it, on each device', async () => {
    const { token, userId } = await server.person()
    const port = await listen(server.app.http)
    const devices = await Promise.all([greeted(port, token), greeted(port, token)])
    await write(server, token, 'Hello')
    await operate(server, 'chat show', [userId])
    await answer(server, userId, 'Good day.')
    await operate(server, 'chat close', [userId], { why: 'answered' })
    await server.clock.advance(2_000)
    for (const device of devices) {
      const told = []
      for (let each = 0; each < 4; each++) told.push((await device.next('account')).event.body)
      expect(told).toMatchObject([
        { newest: 1, seen: 0, closed: 0 },
        { newest: 1, seen: 1, closed: 0 },
        { newest: 2, seen: 2, closed: 0 },
        { newest: 2, seen: 2, closed: 2 },
      ])
      await device.close()
    }
  })
})
