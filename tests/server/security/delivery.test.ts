import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { letterOf } from '../../../server/security/letters.ts'
import { email } from '../../../src/api/account/safe.ts'
import { forget, mailCode, outbox, register, smsCode } from '../../../src/api/account/user.ts'
import { langs } from '../../../src/api/wire/fields.ts'
import { startServer, type TestServer } from '../harness.ts'
import { mailServer } from '../mail-server.ts'
import { outcome, PASSWORD } from './support.ts'

/** An SMS gateway with answers set by a test. */
function gateway() {
  const asked: { path: string; authorization: string; form: Record<string, string> }[] = []
  const answers: number[] = []
  const server = createServer(async (request, response) => {
    asked.push({
      path: request.url ?? '',
      authorization: request.headers.authorization ?? '',
      form: Object.fromEntries(new URLSearchParams(await text(request))),
    })
    response.writeHead(answers.shift() ?? 201).end('{}')
  })
  return {
    asked,
    answers,
    listen: () =>
      new Promise<number>((resolve) => {
        server.listen(0, '127.0.0.1', () => resolve((server.address() as AddressInfo).port))
      }),
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  }
}

const codeIn = (body: string) => /\b\d{6}\b/.exec(body)?.[0] ?? 'none'

describe('security delivery: codes sent for real', () => {
  const post = mailServer()
  const sms = gateway()
  const lines: string[] = []
  let server: TestServer
  let closeServer: () => Promise<void>

  beforeAll(async () => {
    const [mailPort, smsPort] = await Promise.all([post.listen(), sms.listen()])
    const started = await startServer('sqlite', {
      env: {
        SMTP_URL: `smtp://quoin:se%20cret@127.0.0.1:${mailPort}`,
        MAIL_FROM: 'Quoin <codes@quoin.example>',
        SMS_URL: `http://AC1:to%3Aken@127.0.0.1:${smsPort}/Accounts/AC1/Messages.json`,
        SMS_FROM: '+15005550006',
      },
      log: pino({ level: 'info' }, { write: (line: string) => void lines.push(line) }),
    })
    server = started.server
    closeServer = started.close
  })
  beforeEach(() => {
    for (const list of [post.mails, post.faults, sms.asked, sms.answers, lines]) list.length = 0
  })
  afterAll(async () => {
    await closeServer()
    await Promise.all([post.close(), sms.close()])
  })

  const rows = () => server.platform.db.selectFrom('codes').selectAll().execute()
  const registers = (target: string, code: string) =>
    server.call(register, {
      username: target.replace(/\W/g, ''),
      password: PASSWORD,
      inviteCode: 'QUOIN',
      target,
      code,
    })

  it('arrive by SMTP, and are not in the answer, the outbox or the database', async () => {
    const answer = await server.ok(mailCode, { email: 'ada@example.com', purpose: 'register' })
    expect(answer).toMatchObject({ paper: false })
    const [row] = await rows()
    await server.clock.advance(1_000)
    const [mail] = post.mails
    const code = codeIn(mail?.body ?? '')
    expect(mail).toMatchObject({ to: 'ada@example.com', from: 'codes@quoin.example', user: 'quoin' })
    expect(mail?.head).toContain('Subject: Your Quoin code')
    expect(mail?.head).toContain('Auto-Submitted: auto-generated')
    expect(mail?.body).toBe(letterOf('en', 'register', code).text)
    expect((await server.ok(outbox, { ticket: answer.ticket })).message).toBeNull()
    expect(JSON.stringify(row, (_, value) => (typeof value === 'bigint' ? Number(value) : value))).not.toContain(code)
    expect((await rows())[0]).toMatchObject({ paper_code: null, sealed_code: null, send_at: null })
    expect(outcome(await registers('ada@example.com', code))).toBe('ok')
    await server.clock.advance(60_000)
    expect(post.mails).toHaveLength(1)
  })

  it('arrive through an SMS gateway, in the requester’s language', async () => {
    await server.ok(smsCode, { areaCode: '44', phone: '07911 123456', purpose: 'register', lang: 'es' })
    await server.clock.advance(1_000)
    const [asked] = sms.asked
    expect(asked).toMatchObject({
      path: '/Accounts/AC1/Messages.json',
      authorization: `Basic ${btoa('AC1:to:ken')}`,
      form: { To: '+447911123456', From: '+15005550006' },
    })
    const code = codeIn(asked?.form.Body ?? '')
    expect(asked?.form.Body).toBe(letterOf('es', 'register', code).text)
    expect(outcome(await registers('+447911123456', code))).toBe('ok')
  })

  it('reveal only to the owner whether there is an account', async () => {
    const answers: unknown[] = []
    for (const [address, purpose] of [
      ['ada@example.com', 'register'],
      ['new@example.com', 'register'],
      ['ada@example.com', 'forget'],
      ['nobody@example.com', 'forget'],
    ] as const) {
      server.clock.jump(60_000)
      answers.push({ ...(await server.call(mailCode, { email: address, purpose })), message: null })
      await server.clock.advance(1_000)
    }
    expect(new Set(answers.map((each) => JSON.stringify(each))).size).toBe(1)
    const read = post.mails.map(({ body }) => body)
    expect(read[0]).toBe(letterOf('en', 'taken').text)
    expect(read[1]).toContain('to create a Quoin account')
    expect(read[2]).toContain('to set a new Quoin password')
    expect(read[3]).toBe(letterOf('en', 'unknown').text)
    const [code, password] = [codeIn(read[2] ?? ''), 'Battery Staple 2']
    const reset = { target: 'ada@example.com', code, password, confirm: password }
    expect(outcome(await server.call(forget, reset))).toBe('ok')
    // A changed password is a message, which its owner also gets by e-mail.
    await server.clock.advance(1_000)
    expect(post.mails.at(-1)?.head).toContain('Subject: You have a new message in Quoin')
  })

  it('are requested without waiting for the mail server', async () => {
    let release = () => {}
    post.hold(
      new Promise((resolve) => {
        release = resolve
      }),
    )
    server.clock.jump(60_000)
    expect(outcome(await server.call(mailCode, { email: 'slow@example.com', purpose: 'register' }))).toBe('ok')
    const passing = server.clock.advance(1_000)
    expect(outcome(await server.call(mailCode, { email: 'other@example.com', purpose: 'register' }))).toBe('ok')
    expect(post.mails).toEqual([])
    release()
    post.hold(undefined)
    await passing
    await server.clock.advance(1_000)
    expect(post.mails.map(({ to }) => to).sort()).toEqual(['other@example.com', 'slow@example.com'])
  })

  it('are retried after a temporary error at growing intervals, and the log names nobody', async () => {
    post.faults.push(451, 451)
    server.clock.jump(60_000)
    await server.ok(mailCode, { email: 'patient@example.com', purpose: 'register' })
    await server.clock.advance(1_000)
    expect(post.mails).toEqual([])
    await server.clock.advance(6_000)
    expect(post.mails).toEqual([])
    await server.clock.advance(16_000)
    expect(post.mails.map(({ to }) => to)).toEqual(['patient@example.com'])
    const told = lines.filter((line) => line.includes('verification codes'))
    expect(told).toHaveLength(2)
    expect(told[0]).toContain('1 of 1 codes did not go out')
    expect(told[0]).toContain('EENVELOPE 451')
    expect(lines.join()).not.toMatch(/patient|example\.com/)
  })

  it('are given up after a permanent refusal, and when expired', async () => {
    post.faults.push(550, ...Array(50).fill(451))
    server.clock.jump(60_000)
    await server.ok(mailCode, { email: 'gone@example.com', purpose: 'register' })
    await server.clock.advance(1_000)
    expect(post.faults).toHaveLength(50)
    expect((await rows()).find(({ target }) => target === 'gone@example.com')).toMatchObject({
      sealed_code: null,
      send_at: null,
    })
    await server.ok(mailCode, { email: 'late@example.com', purpose: 'register' })
    await server.clock.pass(700_000)
    const tries = 50 - post.faults.length
    expect(tries).toBeGreaterThanOrEqual(6)
    expect(tries).toBeLessThanOrEqual(9)
    post.faults.length = 0
    await server.clock.pass(700_000)
    expect(post.mails).toEqual([])
    sms.answers.push(400)
    await server.ok(smsCode, { areaCode: '44', phone: '07400 123456', purpose: 'register' })
    await server.clock.pass(120_000)
    expect(sms.asked).toHaveLength(1)
    sms.answers.push(503, 429)
    await server.ok(smsCode, { areaCode: '44', phone: '07400 123457', purpose: 'register' })
    await server.clock.pass(120_000)
    expect(sms.asked).toHaveLength(4)
  })

  it('survive a restart, and replace an unsent one', async () => {
    post.faults.push(451, 451)
    server.clock.jump(60_000)
    await server.ok(mailCode, { email: 'twice@example.com', purpose: 'register' })
    await server.clock.advance(1_000)
    server.clock.jump(60_000)
    await server.ok(mailCode, { email: 'twice@example.com', purpose: 'register' })
    await server.restart()
    await server.clock.advance(20_000)
    expect(post.mails).toHaveLength(1)
    expect(outcome(await registers('twice@example.com', codeIn(post.mails[0]?.body ?? '')))).toBe('ok')
  })

  it('set an address, and are in no answer', async () => {
    const { token } = await server.person()
    const { sent } = await server.ok(email, { action: 'sendNew', email: 'bound@example.com' }, token)
    expect(sent).toMatchObject({ paperCode: null })
    await server.clock.advance(1_000)
    expect(post.mails[0]).toMatchObject({ to: 'bound@example.com' })
    expect(post.mails[0]?.body).toContain('to add this e-mail address')
  })
})

describe('a mail server on another machine', () => {
  it('gets nothing without TLS', async () => {
    const post = mailServer()
    const port = await post.listen()
    const env = { SMTP_URL: `smtp://0.0.0.0:${port}`, MAIL_FROM: 'codes@quoin.example' }
    const { server, close } = await startServer('sqlite', { env })
    await server.ok(mailCode, { email: 'ada@example.com', purpose: 'register' })
    await server.clock.advance(30_000)
    expect(post.mails).toEqual([])
    // Text messages have no sender here: they stay in the paper outbox.
    const { ticket } = await server.ok(smsCode, { areaCode: '44', phone: '07911 123456', purpose: 'register' })
    expect((await server.ok(outbox, { ticket })).message?.code).toMatch(/^\d{6}$/)
    await close()
    await post.close()
  })
})

describe('security delivery: a letter', () => {
  const kinds = ['register', 'forget', 'payPassword', 'emailNew', 'emailOld'] as const

  it.each(langs)('says in %s what its code is for', (lang) => {
    const all = kinds.map((kind) => letterOf(lang, kind, '123456').text)
    expect(new Set(all).size).toBe(kinds.length)
    for (const each of all) {
      expect(each).toContain('123456')
      expect(each).toMatch(/Quoin/)
      expect(each).not.toMatch(/[{}]/)
    }
    for (const kind of ['taken', 'unknown'] as const) expect(letterOf(lang, kind).text).not.toMatch(/\d{6}|[{}]/)
  })

  it('has a text of its own in each language', () => {
    for (const kind of [...kinds, 'taken', 'unknown'] as const) {
      expect(new Set(langs.map((lang) => letterOf(lang, kind).text)).size).toBe(langs.length)
    }
  })
})
