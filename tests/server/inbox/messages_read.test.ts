import { expect, it } from 'vitest'
import { tellUser } from '../../../server/inbox/module.ts'
import { commit } from '../../../server/platform/unit/unit.ts'
import { setStatus } from '../../../server/user/module.ts'
import { messages, readMessages } from '../../../src/api/account/user.ts'
import { describeServer } from '../harness.ts'
import { outcome } from '../security/support.ts'

describeServer.onSqlite('user/messages_read', (server) => {
  /** A user with three messages, newest first. */
  const reader = async () => {
    const person = await server.person()
    for (const text of ['first', 'second', 'third']) {
      await commit(server.platform, (unit) => tellUser(unit, person.userId, { text }))
    }
    const { messages: list } = await server.ok(messages, {}, person.token)
    return { ...person, ids: list.map(({ id }) => id) }
  }
  const seconds = () => Math.floor(server.clock.now() / 1000)
  const times = async (token: string) => (await server.ok(messages, {}, token)).messages.map(({ readAt }) => readAt)

  it('marks one as read', async () => {
    const { token, ids } = await reader()
    server.clock.jump(5_000)
    expect(await server.ok(readMessages, { id: ids[1] }, token)).toEqual({ readAt: seconds(), unread: 2 })
    expect(await times(token)).toEqual([null, seconds(), null])
  })

  it('marks one and all before it', async () => {
    const { token, ids } = await reader()
    expect(await server.ok(readMessages, { id: ids[1], older: true }, token)).toMatchObject({ unread: 1 })
    expect(await times(token)).toEqual([null, seconds(), seconds()])
  })

  it('marks those of one kind only', async () => {
    const { token, userId } = await reader()
    await commit(server.platform, (unit) =>
      tellUser(unit, userId, { kind: 'security', key: 'passwordChanged', params: {} }),
    )
    const [newest] = (await server.ok(messages, {}, token)).messages
    const read = { id: newest?.id, older: true, kind: 'operator' }
    expect(await server.ok(readMessages, read, token)).toMatchObject({ unread: 1 })
    expect(await times(token)).toEqual([null, seconds(), seconds(), seconds()])
  })

  it('keeps the time of the first reading', async () => {
    const { token, ids } = await reader()
    const first = seconds()
    await server.ok(readMessages, { id: ids[0] }, token)
    server.clock.jump(60_000)
    expect(await server.ok(readMessages, { id: ids[0] }, token)).toMatchObject({ unread: 2 })
    await server.ok(readMessages, { id: ids[0], older: true }, token)
    expect(await times(token)).toEqual([first, seconds(), seconds()])
  })

  it('finds no message of another user, and changes nothing', async () => {
    const [ann, bob] = [await reader(), await reader()]
    for (const older of [false, true]) {
      expect(await server.call(readMessages, { id: bob.ids[0], older }, ann.token)).toMatchObject({
        http: 404,
        key: 'dataNotFound',
      })
    }
    expect([...(await times(ann.token)), ...(await times(bob.token))]).toEqual(Array(6).fill(null))
  })

  it('allows a locked user to read', async () => {
    const { token, userId, ids } = await reader()
    await commit(server.platform, (unit) => setStatus(unit, userId, 'locked'))
    expect(outcome(await server.call(readMessages, { id: ids[0] }, token))).toBe('ok')
  })

  it.each([
    [{}, 'missingParameters'],
    [{ id: 'x y' }, 'parameterError'],
    [{ id: '01ARZ3NDEKTSV4RRFFQ69G5FAV', older: 'yes' }, 'parameterError'],
  ])('refuses %j', async (input, key) => {
    const { token } = await reader()
    expect(await server.call(readMessages, input, token)).toMatchObject({ http: 422, key })
    expect(await times(token)).toEqual([null, null, null])
  })

  it('needs a token', async () => {
    const { ids, token } = await reader()
    expect(await server.call(readMessages, { id: ids[0] })).toMatchObject({ http: 401, type: 999 })
    expect(await times(token)).toEqual([null, null, null])
  })
})
