import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { writeService } from '../../../src/api/account/chat.ts'
import { contactService } from '../../../src/api/account/news.ts'
import { langs } from '../../../src/api/wire/fields.ts'
import { CHAT_KEPT_DAYS } from '../../../src/rules/account/chat.ts'
import { describeServer, startServer, type TestServer } from '../harness.ts'
import { mailServer } from '../mail-server.ts'
import { answer, clientId, operate } from './support.ts'

const form = (change: Record<string, unknown> = {}) => ({
  clientId: clientId(),
  email: 'frozen@example.com',
  text: 'Why is my account frozen?',
  ...change,
})

const waiting = async (server: TestServer, email: string) =>
  (await operate(server, 'chat list', [])).filter(({ person }) => person === email)

describe('chat/write, answered by e-mail', () => {
  const post = mailServer()
  let server: TestServer
  let close: () => Promise<void>
  beforeAll(async () => {
    const port = await post.listen()
    const started = await startServer('sqlite', {
      env: { SMTP_URL: `smtp://127.0.0.1:${port}`, MAIL_FROM: 'Quoin <help@quoin.example>' },
    })
    server = started.server
    close = started.close
  })
  beforeEach(() => {
    post.mails.length = 0
    post.faults.length = 0
  })
  afterAll(async () => {
    await close()
    await post.close()
  })

  it('sends nothing until an operator answers, and then one letter, in the language of the form', async () => {
    for (const lang of langs) {
      const email = `${lang}@example.com`
      expect(await server.ok(writeService, form({ email, lang }))).toEqual({ mailed: true })
      await server.clock.advance(1_000)
      expect(post.mails).toEqual([])
      const [row] = await waiting(server, email)
      expect(row).toMatchObject({ account: 'none', language: lang, unseen: 1 })
      await answer(server, String(row?.id), 'Ask <b>by</b> telephone.')
      await server.clock.advance(1_000)
      expect(post.mails).toHaveLength(1)
      const [mail] = post.mails.splice(0)
      expect(mail).toMatchObject({ to: email, from: 'help@quoin.example' })
      expect(mail?.head).toMatch(/Content-Type: text\/plain/)
      const body = mail?.head.includes('base64') ? Buffer.from(mail.body, 'base64').toString() : (mail?.body ?? '')
      expect(body).toContain('Ask <b>by</b> telephone.')
      expect(body).toContain('> Why is my account frozen?')
      expect(await waiting(server, email)).toEqual([])
    }
    await server.clock.advance(60_000)
    expect(post.mails).toEqual([])
    expect(await server.ok(contactService)).toMatchObject({ usualSeconds: 1 })
  })

  it('retries if the mail server is busy, and not after a permanent refusal', async () => {
    for (const [email, fault, tries] of [
      ['busy@example.com', 451, 1],
      ['gone@example.com', 550, 0],
    ] as const) {
      await server.ok(writeService, form({ email }))
      const [row] = await waiting(server, email)
      post.faults.push(fault)
      await answer(server, String(row?.id), 'Good day.')
      await server.clock.advance(1_000)
      expect(post.mails).toEqual([])
      await server.clock.advance(31_000)
      expect(post.mails.splice(0)).toHaveLength(tries)
      const [, answered] = await operate(server, 'chat show', [String(row?.id)])
      expect(answered?.mail).toBe(tries > 0 ? 'sent' : 'not sent: SMTP: EENVELOPE 550')
      // A client without an answer is still waiting.
      expect(await waiting(server, email)).toHaveLength(1 - tries)
    }
  })

  it('reports an answer that could not be sent, once it is given up', async () => {
    await server.ok(writeService, form({ email: 'never@example.com' }))
    const [row] = await waiting(server, 'never@example.com')
    post.faults.push(451, 451, 451, 451, 451, 451)
    await answer(server, String(row?.id), 'Good day.')
    const mail = async () => (await operate(server, 'chat show', [String(row?.id)]))[1]?.mail
    expect(await mail()).toBe('on its way')
    for (const seconds of [0, 31, 121, 601, 3_601, 21_601]) {
      server.clock.jump(seconds * 1_000)
      await server.clock.advance(2_000)
    }
    expect(await mail()).toBe('not sent: SMTP: EENVELOPE 451')
    expect(post.mails).toEqual([])
    expect(await waiting(server, 'never@example.com')).toHaveLength(1)
  })

  it('is deleted after retention, with its answers', async () => {
    await server.ok(writeService, form())
    server.clock.jump(CHAT_KEPT_DAYS * 86_400_000)
    await server.clock.advance(1_000)
    for (const table of ['chats', 'chat_messages'] as const) {
      expect(await server.platform.db.selectFrom(table).selectAll().execute()).toEqual([])
    }
  })
})

describeServer('chat/write', (server) => {
  it('accepts a form once, however often it is sent', async () => {
    const same = form({ email: 'Twice@example.com' })
    const answers = await Promise.all([1, 2, 3].map(() => server.ok(writeService, same)))
    expect(answers).toEqual(Array(3).fill({ mailed: false }))
    expect(await waiting(server, 'twice@example.com')).toHaveLength(1)
  })

  it('tells the operator that this server sends no e-mail, and keeps the question', async () => {
    await server.ok(writeService, form({ email: 'none@example.com' }))
    const [row] = await waiting(server, 'none@example.com')
    await expect(answer(server, String(row?.id), 'Good day.')).rejects.toThrow(
      'this server sends no e-mail (SMTP_URL): write to the sender yourself, then close the conversation',
    )
    expect(await waiting(server, 'none@example.com')).toHaveLength(1)
    await operate(server, 'chat close', [String(row?.id)], { why: 'written to' })
    expect(await waiting(server, 'none@example.com')).toEqual([])
  })

  it.each([
    [{ text: ' ' }, 'textRequired'],
    [{ text: 'x'.repeat(2_001) }, 'parameterError'],
    [{ email: 'nobody' }, 'wrongEmail'],
    [{ email: 'a@b.example\nBcc: c@d.example' }, 'wrongEmail'],
    [{ clientId: 'x' }, 'parameterError'],
    [{ text: undefined }, 'textRequired'],
  ])('refuses %j', async (change, key) => {
    const { text = '', ...rest } = form(change) as { text?: string }
    expect(await server.call(writeService, { ...rest, text })).toMatchObject({ http: 422, key })
  })
})

describeServer.onSqlite(
  'chat/write, with its real limits',
  (server) => {
    it('accepts three forms per e-mail address, and five per network address', async () => {
      const keys: unknown[] = []
      for (let each = 0; each < 4; each++) keys.push((await server.call(writeService, form())).type)
      expect(keys).toEqual(['ok', 'ok', 'ok', 'error'])
      expect(await server.call(writeService, form({ email: 'other@example.com' }))).toMatchObject({ type: 'ok' })
      expect(await server.call(writeService, form({ email: 'third@example.com' }))).toMatchObject({
        key: 'tooManyRequests',
      })
    })
  },
  { generosity: 1 },
)
