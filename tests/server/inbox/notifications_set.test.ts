import { expect, it } from 'vitest'
import { tellUser } from '../../../server/inbox/module.ts'
import { commit } from '../../../server/platform/unit/unit.ts'
import { startSession } from '../../../server/user/module.ts'
import { notifications, setNotifications } from '../../../src/api/account/notifications.ts'
import { logout, messages } from '../../../src/api/account/user.ts'
import { describeServer } from '../harness.ts'
import { createBrowser } from '../notifications/push-service.ts'
import { DEVICE } from '../platform.ts'

describeServer.onSqlite('user/notifications_set', (server) => {
  const set = (input: Record<string, unknown>, token?: string) => server.call(setNotifications, input, token)
  const browser = (path: string) => createBrowser(`https://fcm.googleapis.com/fcm/send/${path}`).subscription
  const subscriptions = () => server.platform.db.selectFrom('push_subscriptions').selectAll().execute()

  it('sets single switches, for the user only', async () => {
    const [ann, bob] = [await server.person(), await server.person()]
    await server.ok(setNotifications, { action: 'switch', kind: 'review', way: 'email', on: true }, ann.token)
    const now = await server.ok(
      setNotifications,
      { action: 'switch', kind: 'security', way: 'email', on: false },
      ann.token,
    )
    expect(now.switches).toMatchObject({
      review: { email: true },
      security: { app: true, email: false },
      funding: { email: true },
    })
    expect(await server.ok(notifications, {}, ann.token)).toEqual(now)
    expect((await server.ok(notifications, {}, bob.token)).switches).toMatchObject({
      review: { email: false },
      security: { email: true },
    })
  })

  it('keeps concurrent changes of switches', async () => {
    const { token } = await server.person()
    const kinds = ['settlement', 'option', 'price', 'review', 'plan', 'earnings', 'support', 'operator']
    await Promise.all(
      kinds.map((kind) => server.ok(setNotifications, { action: 'switch', kind, way: 'email', on: true }, token)),
    )
    const { switches } = await server.ok(notifications, {}, token)
    expect(Object.values(switches).map(({ email }) => email)).toEqual(Array(11).fill(true))
  })

  it('keeps what was chosen for loans, plans and earnings before these were kinds of their own', async () => {
    const { token, userId } = await server.person()
    await server.ok(setNotifications, { action: 'switch', kind: 'funding', way: 'email', on: false }, token)
    await server.ok(setNotifications, { action: 'switch', kind: 'settlement', way: 'email', on: true }, token)
    const { db } = server.platform
    const { switches } = await db
      .selectFrom('notification_settings')
      .select('switches')
      .where('user_id', '=', userId)
      .executeTakeFirstOrThrow()
    const { loan: _, plan: __, earnings: ___, ...before } = JSON.parse(switches)
    await db
      .updateTable('notification_settings')
      .set({ switches: JSON.stringify(before) })
      .execute()
    expect((await server.ok(notifications, {}, token)).switches).toMatchObject({
      loan: { app: true, email: false },
      plan: { app: true, email: true },
      earnings: { app: true, email: true },
    })
  })

  it('warns once that security e-mails are off', async () => {
    const { token } = await server.person()
    const set = (on: boolean) =>
      server.ok(setNotifications, { action: 'switch', kind: 'security', way: 'email', on }, token)
    const told = async () => (await server.ok(messages, {}, token)).messages.map(({ kind, key }) => `${kind} ${key}`)
    await set(true)
    await server.ok(setNotifications, { action: 'switch', kind: 'security', way: 'push', on: false }, token)
    expect(await told()).toEqual([])
    await set(false)
    await set(false)
    expect(await told()).toEqual(['security securityMailOff'])
  })

  it('never turns off security in the app, because a stolen session could hide its acts', async () => {
    const { token } = await server.person()
    const off = { action: 'switch', kind: 'security', way: 'app', on: false }
    expect(await set(off, token)).toMatchObject({ http: 409, key: 'illegalOperation' })
    expect((await server.ok(notifications, {}, token)).switches.security.app).toBe(true)
  })

  it('stores messages of a disabled kind as read', async () => {
    const { token, userId } = await server.person()
    await server.ok(setNotifications, { action: 'switch', kind: 'operator', way: 'app', on: false }, token)
    await commit(server.platform, (unit) => tellUser(unit, userId, { text: 'Hello.' }))
    const at = Math.floor(server.clock.now() / 1000)
    expect(await server.ok(messages, {}, token)).toMatchObject({
      unread: 0,
      messages: [{ text: 'Hello.', readAt: at }],
    })
  })

  it('stores a browser encrypted, and turns push on for all kinds, unless chosen before', async () => {
    const { token } = await server.person()
    const chrome = browser('secret-of-chrome')
    const first = await server.ok(setNotifications, { action: 'subscribe', subscription: chrome }, token)
    expect(first.push).toMatchObject({ here: true, devices: 1 })
    expect(Object.values(first.switches).every(({ push }) => push)).toBe(true)
    const rows = JSON.stringify(await subscriptions(), (_, value) =>
      typeof value === 'bigint' ? Number(value) : value,
    )
    for (const secret of ['secret-of-chrome', chrome.keys.auth, chrome.keys.p256dh]) expect(rows).not.toContain(secret)
    await server.ok(setNotifications, { action: 'switch', kind: 'review', way: 'push', on: false }, token)
    const again = await server.ok(setNotifications, { action: 'subscribe', subscription: browser('another') }, token)
    expect(again).toMatchObject({
      push: { devices: 1 },
      switches: { review: { push: false }, funding: { push: true } },
    })
  })

  it('deletes a browser on request and with its session, and keeps other devices', async () => {
    const { userId, token } = await server.person()
    const other = await commit(server.platform, (unit) => startSession(unit, userId, 'wallet', DEVICE))
    for (const [each, path] of [
      [token, 'one'],
      [other, 'two'],
    ] as const) {
      await server.ok(setNotifications, { action: 'subscribe', subscription: browser(path) }, each)
    }
    expect((await server.ok(notifications, {}, token)).push).toMatchObject({ here: true, devices: 2 })
    const left = await server.ok(setNotifications, { action: 'unsubscribe' }, token)
    expect(left.push).toMatchObject({ here: false, devices: 1 })
    await server.ok(logout, {}, other)
    expect((await server.ok(notifications, {}, token)).push.devices).toBe(0)
    expect((await subscriptions()).filter((row) => row.user_id === userId)).toEqual([])
  })

  it('keeps a browser’s subscription only for the signed-in user', async () => {
    const [ann, bob] = [await server.person(), await server.person()]
    const shared = browser('of-both')
    await server.ok(setNotifications, { action: 'subscribe', subscription: shared }, ann.token)
    await server.ok(setNotifications, { action: 'subscribe', subscription: shared }, bob.token)
    expect((await server.ok(notifications, {}, ann.token)).push.devices).toBe(0)
    expect((await server.ok(notifications, {}, bob.token)).push.devices).toBe(1)
  })

  it.each([
    'http://fcm.googleapis.com/x',
    'https://fcm.googleapis.com:8443/x',
    'https://fcm.googleapis.com.evil.example/x',
    'https://user@fcm.googleapis.com/x',
    'https://evil.example/fcm.googleapis.com',
    'https://push.services.mozilla.com.evil.example/x',
    'https://127.0.0.1/x',
    'https://[::1]/x',
    'https://169.254.169.254/latest/meta-data',
    'file:///etc/passwd',
    'x y',
  ])('refuses %s, which is of no push service', async (endpoint) => {
    const { token } = await server.person()
    const subscription = { ...browser('x'), endpoint }
    expect(await set({ action: 'subscribe', subscription }, token)).toMatchObject({ http: 422, key: 'parameterError' })
    expect((await server.ok(notifications, {}, token)).push.devices).toBe(0)
  })

  it.each([
    'https://updates.push.services.mozilla.com/wpush/v2/x',
    'https://wns2-par02p.notify.windows.com/w/?token=x',
    'https://web.push.apple.com/x',
  ])('takes %s', async (endpoint) => {
    const { token } = await server.person()
    const now = await server.ok(
      setNotifications,
      { action: 'subscribe', subscription: { ...browser('x'), endpoint } },
      token,
    )
    expect(now.push.here).toBe(true)
  })

  it.each<[string, (point: Buffer) => void]>([
    ['no point of the curve', (point) => point.fill(0, 1)],
    ['another form of a point', (point) => point.writeUInt8(6 + ((point.at(-1) ?? 0) % 2), 0)],
    ['nothing', (point) => point.fill(0)],
  ])('refuses a key that is %s, to which nothing could be sealed', async (_, spoil) => {
    const { token } = await server.person()
    const { endpoint, keys } = browser('x')
    const point = Buffer.from(keys.p256dh, 'base64url')
    spoil(point)
    const subscription = { endpoint, keys: { ...keys, p256dh: point.toString('base64url') } }
    expect(await set({ action: 'subscribe', subscription }, token)).toMatchObject({ http: 422, key: 'parameterError' })
    expect((await server.ok(notifications, {}, token)).push.devices).toBe(0)
  })

  it.each([
    [{}, 'missingParameters'],
    [{ action: 'switch', kind: 'gossip', way: 'app', on: true }, 'parameterError'],
    [{ action: 'switch', kind: 'review', way: 'pigeon', on: true }, 'parameterError'],
    [{ action: 'details', on: 'yes' }, 'parameterError'],
    [
      {
        action: 'subscribe',
        subscription: { endpoint: 'https://fcm.googleapis.com/x', keys: { p256dh: 'x', auth: 'y' } },
      },
      'parameterError',
    ],
  ])('refuses %j', async (input, key) => {
    const { token } = await server.person()
    expect(await set(input, token)).toMatchObject({ http: 422, key })
  })

  it('needs a token', async () => {
    expect(await set({ action: 'details', on: true })).toMatchObject({ http: 401, type: 999 })
  })
})
