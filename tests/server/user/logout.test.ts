import { expect, it } from 'vitest'
import type { Topics } from '../../../server/platform/nodes/bus.ts'
import { info, login, logout } from '../../../src/api/account/user.ts'
import { describeServer } from '../harness.ts'
import { outcome, PASSWORD, registered } from '../security/support.ts'

describeServer.onSqlite('user/logout', (server) => {
  it('ends this session and no other', async () => {
    const first = await registered(server, 'alice')
    const second = await server.ok(login, { username: 'alice', password: PASSWORD })
    expect(await server.ok(logout, {}, first)).toBeNull()
    expect(await server.call(info, {}, first)).toMatchObject({ http: 401, type: 999, key: 'signInRequired' })
    expect(outcome(await server.call(info, {}, second))).toBe('ok')
  })

  it('ends the sockets of this session', async () => {
    const { token, userId } = await server.person()
    const heard: Topics['signedOut'][] = []
    const stop = server.platform.bus.subscribe('signedOut', (message) => heard.push(message))
    await server.ok(logout, {}, token)
    stop()
    expect(heard).toEqual([{ userId, tokenHash: expect.stringMatching(/^[0-9a-f]{64}$/), key: 'signInRequired' }])
  })

  it('deletes the session completely', async () => {
    const { token, userId } = await server.person()
    await server.ok(logout, {}, token)
    const rows = await server.platform.db.selectFrom('sessions').selectAll().where('user_id', '=', userId).execute()
    expect(rows).toEqual([])
  })

  it('sent twice finds no session the second time', async () => {
    const { token } = await server.person()
    await server.ok(logout, {}, token)
    expect(await server.call(logout, {}, token)).toMatchObject({ type: 999 })
  })

  it.each([undefined, '', 'nobody’s', 'Bearer x'])('needs a token: %j is none', async (token) => {
    const header = token && encodeURIComponent(token)
    expect(await server.call(logout, {}, header)).toMatchObject({
      http: 401,
      type: 999,
      code: 999,
      key: 'signInRequired',
    })
  })
})
