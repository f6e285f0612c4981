import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Message, tellUser } from '../../../server/inbox/module.ts'
import { notificationDelivery } from '../../../server/notifications/delivery.ts'
import { commit } from '../../../server/platform/unit/unit.ts'
import { setNotifications } from '../../../src/api/account/notifications.ts'
import type { Lang } from '../../../src/api/wire/fields.ts'
import { setLang } from '../../../src/api/wire/session.ts'
import { startServer, type TestServer } from '../harness.ts'
import { mailServer } from '../mail-server.ts'
import { claimsOf, createBrowser, pushService } from './push-service.ts'

const arrived = { kind: 'funding', key: 'depositArrived', params: { amount: '1234.50', currency: 'USDT' } } as const
const changed = { kind: 'security', key: 'passwordChanged', params: {} } as const

describe('what leaves the server', () => {
  const post = mailServer()
  const service = pushService()
  let host: string
  let server: TestServer
  let close: () => Promise<void>

  beforeAll(async () => {
    const port = await post.listen()
    host = await service.listen()
    const started = await startServer('sqlite', {
      env: {
        SMTP_URL: `smtp://127.0.0.1:${port}`,
        MAIL_FROM: 'Quoin <news@quoin.example>',
        PUSH_HOSTS: host,
        SUPPORT_EMAIL: 'help@quoin.example',
        PUBLIC_URL: 'https://quoin.example/paper',
      },
    })
    server = started.server
    close = started.close
  })
  beforeEach(() => {
    for (const list of [post.mails, post.faults, service.came, service.answers]) list.length = 0
  })
  afterAll(async () => {
    await close()
    await Promise.all([post.close(), service.close()])
  })

  const outbox = () => server.platform.db.selectFrom('notification_outbox').selectAll().execute()
  const tell = (userId: string, message: Message) => commit(server.platform, (unit) => tellUser(unit, userId, message))
  const person = async (lang: Lang, email: string | null = null) => {
    const who = await server.person()
    await server.platform.db.updateTable('users').set({ email }).where('id', '=', who.userId).execute()
    await server.ok(setLang, { lang }, who.token)
    return who
  }
  const pushed = async (lang: Lang, path: string) => {
    const who = await person(lang)
    const browser = createBrowser(`http://${host}/${path}`)
    await server.ok(setNotifications, { action: 'subscribe', subscription: browser.subscription }, who.token)
    return { ...who, browser }
  }

  it('is sent by e-mail once, in the account’s language, without content unless opted in', async () => {
    const { userId, token } = await person('en', 'ada@example.com')
    await tell(userId, arrived)
    expect(post.mails).toEqual([])
    await server.clock.advance(1_000)
    const [mail] = post.mails
    expect(mail).toMatchObject({ to: 'ada@example.com', from: 'news@quoin.example' })
    expect(mail?.head).toContain('Subject: You have a new message in Quoin')
    expect(mail?.head).toContain('List-Unsubscribe: <https://quoin.example/paper/#/pages/me/notification>')
    expect(mail?.head).toMatch(/Message-ID: <[0-9A-Z]+@quoin\.example>/)
    expect(mail?.body).toContain('(deposits and withdrawals). Open the app to read it.')
    expect(mail?.body).not.toContain('234')
    await server.ok(setNotifications, { action: 'details', on: true }, token)
    await server.ok(setLang, { lang: 'es' }, token)
    await tell(userId, arrived)
    await server.clock.advance(1_000)
    expect(post.mails[1]?.body).toContain('1,234.5 USDT')
    server.clock.jump(7_200_000)
    await server.clock.advance(1_000)
    expect(post.mails).toHaveLength(2)
    expect(await outbox()).toEqual([])
  })

  it('notifies the previous recipient that security e-mails were turned off, with a warning', async () => {
    const { token } = await person('es', 'eve@example.com')
    await server.ok(setNotifications, { action: 'switch', kind: 'security', way: 'email', on: false }, token)
    await server.clock.advance(1_000)
    expect(post.mails.map(({ to }) => to)).toEqual(['eve@example.com'])
    expect(post.mails[0]?.head).toContain('Subject: Tienes un mensaje nuevo en Quoin')
    expect(post.mails[0]?.body).toContain('cambia la contrase')
    // The switches do not turn it off.
    expect(post.mails[0]?.head).not.toContain('List-Unsubscribe')
  })

  it('notifies the previous address of its replacement, whatever the switches, and the new one by them', async () => {
    const { userId, token } = await person('en', 'new@example.com')
    const email = { kind: 'security', key: 'emailChanged', params: { email: 'n•••@example.com' } } as const
    const tellOld = () => commit(server.platform, (unit) => tellUser(unit, userId, email, 'old@example.com'))
    await tellOld()
    await server.clock.advance(1_000)
    expect(post.mails.map(({ to }) => to).sort()).toEqual(['new@example.com', 'old@example.com'])
    const bodies = Object.fromEntries(post.mails.map(({ to, body }) => [to, body]))
    expect(bodies['old@example.com']).toContain('The e-mail address of your account is now n')
    expect(bodies['new@example.com']).toContain('(security). Open the app to read it.')
    await server.ok(setNotifications, { action: 'switch', kind: 'security', way: 'email', on: false }, token)
    await server.clock.advance(1_000)
    post.mails.length = 0
    await tellOld()
    await server.clock.advance(1_000)
    expect(post.mails.map(({ to }) => to)).toEqual(['old@example.com'])
    expect(await outbox()).toEqual([])
  })

  it('is not sent by e-mail without an address, or if turned off', async () => {
    const [none, off] = [await person('en'), await person('en', 'off@example.com')]
    await server.ok(setNotifications, { action: 'switch', kind: 'funding', way: 'email', on: false }, off.token)
    for (const { userId } of [none, off])
      for (const message of [arrived, { text: 'Hello.' }]) await tell(userId, message)
    expect(await outbox()).toEqual([])
  })

  it('is sent by push, encrypted for the browser and signed by the server, without content', async () => {
    const { userId, token, browser } = await pushed('vn', 'ada')
    await tell(userId, changed)
    await server.clock.advance(1_000)
    const [came] = service.came
    expect(came).toMatchObject({
      path: '/ada',
      headers: { 'content-encoding': 'aes128gcm', ttl: '86400', urgency: 'high', topic: 'messages' },
    })
    expect(browser.open(came?.body ?? Buffer.alloc(0))).toEqual({
      title: 'Quoin',
      body: 'Bạn có tin nhắn mới trên Quoin',
      tag: 'messages',
      lang: 'vi',
    })
    const signed = claimsOf(String(came?.headers.authorization))
    const { key } = (await server.ok(setNotifications, { action: 'details', on: true }, token)).push
    expect(signed).toMatchObject({ key, claims: { aud: `http://${host}`, sub: 'mailto:help@quoin.example' } })
    expect(signed?.claims.exp).toBeGreaterThan(Date.now() / 1_000)
    await tell(userId, { text: 'Xin chào.' })
    await server.clock.advance(1_000)
    expect(browser.open(service.came[1]?.body ?? Buffer.alloc(0))).toMatchObject({ body: 'Xin chào.' })
    expect(await outbox()).toEqual([])
  })

  it('is retried after an error, at growing intervals, for a day', async () => {
    const { userId } = await pushed('en', 'faulty')
    service.answers.push(...Array.from({ length: 3 }, () => ({ status: 503 })))
    await tell(userId, changed)
    const sentBy = async (seconds: number) => {
      server.clock.jump(seconds * 1_000 - 1_000)
      await server.clock.advance(1_000)
      return service.came.length
    }
    expect(await sentBy(1)).toBe(1)
    expect(await sentBy(28)).toBe(1)
    expect(await sentBy(4)).toBe(2)
    expect(await sentBy(115)).toBe(2)
    expect(await sentBy(7)).toBe(3)
    expect(await sentBy(605)).toBe(4)
    expect(await outbox()).toEqual([])
    service.answers.push(...Array.from({ length: 20 }, () => ({ status: 500 })))
    await tell(userId, changed)
    expect(await sentBy(86_399)).toBe(5)
    expect(await outbox()).toHaveLength(1)
    expect(await sentBy(35)).toBe(5)
    expect(await outbox()).toEqual([])
  })

  it.each([404, 410])('forgets a browser whose service answers %i', async (status) => {
    const { userId } = await pushed('en', `gone-${status}`)
    service.answers.push({ status })
    await tell(userId, changed)
    await server.clock.advance(1_000)
    await tell(userId, changed)
    server.clock.jump(60_000)
    await server.clock.advance(1_000)
    expect(service.came).toHaveLength(1)
    const rows = await server.platform.db.selectFrom('push_subscriptions').select('user_id').execute()
    expect(rows.filter((row) => row.user_id === userId)).toEqual([])
    expect(await outbox()).toEqual([])
  })

  it('follows no redirect', async () => {
    const { userId } = await pushed('en', 'redirected')
    service.answers.push({ status: 302, headers: { location: `http://${host}/elsewhere` } })
    await tell(userId, changed)
    await server.clock.advance(1_000)
    expect(service.came.map(({ path }) => path)).toEqual(['/redirected'])
    expect(await outbox()).toEqual([])
  })

  it('is sent once by concurrent runs, and not if turned off meanwhile', async () => {
    const { userId, token } = await pushed('en', 'once')
    await tell(userId, changed)
    const [one, other] = [notificationDelivery(server.platform), notificationDelivery(server.platform)]
    await Promise.all([one.run(() => false), other.run(() => false)])
    expect(service.came).toHaveLength(1)
    await tell(userId, changed)
    await server.ok(setNotifications, { action: 'switch', kind: 'security', way: 'push', on: false }, token)
    await one.run(() => false)
    expect(service.came).toHaveLength(1)
    expect(await outbox()).toEqual([])
  })

  it('is nothing after a rollback', async () => {
    const { userId } = await pushed('en', 'rolled-back')
    const failing = commit(server.platform, async (unit) => {
      await tellUser(unit, userId, changed)
      throw new Error('after all not')
    })
    await expect(failing).rejects.toThrow('after all not')
    expect(await outbox()).toEqual([])
  })
})
