import { expect, it } from 'vitest'
import { notifications } from '../../../src/api/account/notifications.ts'
import { describeServer } from '../harness.ts'

describeServer.onSqlite('user/notifications', (server) => {
  it('defaults to all but options in the app, security and money by e-mail, and no push', async () => {
    const { token } = await server.person()
    const off = { app: true, email: false, push: false }
    const mailed = { app: true, email: true, push: false }
    expect(await server.ok(notifications, {}, token)).toEqual({
      switches: {
        ...{
          settlement: off,
          price: off,
          review: off,
          funding: mailed,
          loan: mailed,
          plan: off,
          earnings: off,
          security: mailed,
          support: off,
          operator: off,
        },
        option: { app: false, email: false, push: false },
      },
      details: false,
      email: 'off',
      push: { key: expect.stringMatching(/^B[\w-]{86}$/), here: false, devices: 0 },
    })
  })

  it('has one key, also after a restart, stored encrypted', async () => {
    const { token } = await server.person()
    const { key } = (await server.ok(notifications, {}, token)).push
    await server.restart()
    expect((await server.ok(notifications, {}, token)).push.key).toBe(key)
    const rows = await server.platform.db.selectFrom('push_keys').selectAll().execute()
    expect(rows).toHaveLength(1)
    expect(rows[0]?.sealed.length).toBeGreaterThan(43)
  })

  it('needs a token', async () => {
    expect(await server.call(notifications)).toMatchObject({ http: 401, type: 999 })
  })
})
