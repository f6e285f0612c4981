import { describe, expect, it } from 'vitest'
import { commit } from '../../../server/platform/unit/unit.ts'
import { setStatus } from '../../../server/user/module.ts'
import { info, login, mailCode, outbox, register, smsCode } from '../../../src/api/account/user.ts'
import { list } from '../../../src/api/money/wallet.ts'
import { PASSWORD_LENGTH_MIN } from '../../../src/rules/account/password-length.ts'
import { describeServer } from '../harness.ts'
import { freshCode, from, outcome, PASSWORD, registered, registration, TOO_LONG, TOO_SHORT } from './support.ts'

describeServer.onSqlite('user/register', (server) => {
  const userOf = (username: string) =>
    server.platform.db.selectFrom('users').selectAll().where('username', '=', username).executeTakeFirst()

  it('creates a user, signs in, and credits the paper money once', async () => {
    const token = await server.ok(register, { ...(await registration(server, 'Alice')), lang: 'jp' })
    expect(await server.ok(info, {}, token)).toMatchObject({
      username: 'Alice',
      address: null,
      method: 'password',
      lang: 'jp',
    })
    const [usdt] = await server.ok(list, {}, token)
    expect(usdt).toMatchObject({ currency: 'USDT', balance: '10000.000000', available: '10000.000000' })
    expect(await server.ledger()).toEqual([])
  })

  it('stores the password as scrypt with its own salt, and never returns it', async () => {
    const tokens = [await registered(server, 'salt1'), await registered(server, 'salt2')]
    const [one, two] = [await userOf('salt1'), await userOf('salt2')]
    expect(one?.password_hash).toMatch(/^\$scrypt\$ln=\d+,r=8,p=1\$/)
    expect(one?.password_hash).not.toBe(two?.password_hash)
    const answer = JSON.stringify(await server.ok(info, {}, tokens[0]))
    expect(answer).not.toMatch(/scrypt|hash|Correct Horse/)
  })

  it('stores the e-mail address or telephone number of the code', async () => {
    await server.ok(register, await registration(server, 'mail', await freshCode(server, 'Some.One@Example.COM')))
    expect(await userOf('mail')).toMatchObject({ email: 'some.one@example.com', phone: null })

    const { ticket } = await server.ok(smsCode, { areaCode: '44', phone: '07911 123456', purpose: 'register' })
    const { message } = await server.ok(outbox, { ticket })
    const more = { target: '+44 (0)7911 123456', code: message?.code ?? '' }
    await server.ok(register, await registration(server, 'phone', more))
    expect(await userOf('phone')).toMatchObject({ email: null, phone: '+447911123456' })
  })

  it('gives each user an invitation code that others register with, in any case', async () => {
    const inviter = await server.ok(info, {}, await registered(server, 'inviter'))
    expect(inviter.inviteCode).toMatch(/^[2-9A-HJKMNP-TV-Z]{8}$/)
    const inviteCode = ` ${inviter.inviteCode.toLowerCase()} `
    await server.ok(register, await registration(server, 'invitee', { inviteCode }))
    expect((await userOf('invitee'))?.inviter_id).toBe(inviter.id)
    expect((await userOf('inviter'))?.inviter_id).toBeNull()
  })

  it('rejects the code of a frozen account', async () => {
    const inviter = await server.ok(info, {}, await registered(server, 'unwelcome'))
    await commit(server.platform, (unit) => setStatus(unit, inviter.id, 'frozen'))
    const answer = await server.call(register, await registration(server, 'misled', { inviteCode: inviter.inviteCode }))
    expect(answer).toMatchObject({ http: 400, key: 'inviterNotFound' })
    expect(await userOf('misled')).toBeUndefined()
  })

  it.each(['NOSUCH22', '', 'x'.repeat(33), '__proto__', "' or ''='", '%'])(
    'refuses the invitation code %j',
    async (inviteCode) => {
      const answer = await server.call(register, await registration(server, 'uninvited', { inviteCode }))
      expect(answer).toMatchObject({ http: 400, key: 'wrongInviteCode' })
      expect(await userOf('uninvited')).toBeUndefined()
    },
  )

  it.each([
    [{ password: TOO_SHORT }, 'passwordLength'],
    [{ password: TOO_LONG }, 'passwordLength'],
    [{ password: 'password' }, 'passwordTooCommon'],
    [{ password: 'Password' }, 'passwordTooCommon'],
    [{ password: '1234567890'.slice(0, PASSWORD_LENGTH_MIN) }, 'passwordTooCommon'],
    [{ username: 'ab' }, 'usernameForm'],
    [{ username: '<script>' }, 'usernameForm'],
    [{ username: 'a b c' }, 'usernameForm'],
    [{ username: 'x'.repeat(33) }, 'usernameForm'],
    [{ target: 'no address' }, 'wrongPhone'],
    [{ target: 'a@b' }, 'wrongEmail'],
    [{ target: '+1 234' }, 'wrongPhone'],
  ])('refuses %j by %s', async (more, key) => {
    const answer = await server.call(register, await registration(server, 'refused', more))
    expect(answer).toMatchObject({ http: 422, key })
    expect(await userOf('refused')).toBeUndefined()
  })

  it.each(['username', 'password', 'inviteCode', 'target', 'code'])('refuses to do without %s', async (field) => {
    const { [field as 'code']: _, ...input } = await registration(server, 'refused')
    expect(await server.call(register, input)).toMatchObject({ http: 422, key: 'missingParameters' })
  })

  it('ignores unknown fields', async () => {
    const extra = {
      id: 'x'.repeat(26),
      status: 'frozen',
      balance: '1e9',
      inviter_id: 'me',
      event_seq: 7,
      isAdmin: true,
    }
    const token = await server.ok(register, { ...(await registration(server, 'extra')), ...extra })
    expect(await server.ok(info, {}, token)).toMatchObject({ status: 'active', eventSeq: 0 })
    expect((await userOf('extra'))?.inviter_id).toBeNull()
    expect((await server.ok(list, {}, token))[0]?.balance).toBe('10000.000000')
  })

  it('refuses a name that differs only in case, without using up the code', async () => {
    await registered(server, 'Taken')
    const input = await registration(server, 'tAKEN')
    for (let attempt = 1; attempt <= 6; attempt++) {
      expect(await server.call(register, input)).toMatchObject({ http: 409, key: 'usernameExists' })
    }
    expect(outcome(await server.call(register, { ...input, username: 'free' }))).toBe('ok')
  })

  it('refuses a name in the format of an id', async () => {
    const { id } = await server.ok(info, {}, await registered(server, 'mistaken'))
    for (const username of [id, id.toLowerCase(), '0'.repeat(26)]) {
      const answer = await server.call(register, await registration(server, username))
      expect(answer).toMatchObject({ http: 409, key: 'usernameExists' })
    }
    expect(outcome(await server.call(register, await registration(server, '0'.repeat(25))))).toBe('ok')
  })

  it('gives a name to one of many concurrent registrations', async () => {
    const inputs = []
    for (let device = 1; device <= 8; device++) inputs.push(await registration(server, device % 2 ? 'Race' : 'race'))
    const outcomes = (await Promise.all(inputs.map((input) => server.call(register, input)))).map(outcome)
    expect(outcomes.sort()).toEqual(['ok', ...Array(7).fill('usernameExists')])
    expect(await server.ledger()).toEqual([])
  })

  it('uses a code up: a repeated registration creates no second user', async () => {
    const input = await registration(server, 'once')
    expect(outcome(await server.call(register, input))).toBe('ok')
    expect(outcome(await server.call(register, input))).toBe('wrongVerificationCode')
    expect(outcome(await server.call(register, { ...input, username: 'twice' }))).toBe('wrongVerificationCode')
  })

  it('accepts a code from one of many concurrent registrations', async () => {
    const input = await registration(server, 'parallel')
    const answers = await Promise.all(
      Array.from({ length: 5 }, (_, device) => server.call(register, { ...input, username: `parallel${device}` })),
    )
    expect(answers.map(outcome).sort()).toEqual(['ok', ...Array(4).fill('wrongVerificationCode')])
  })

  it('refuses the code of another target, and an earlier code of the same', async () => {
    const other = await freshCode(server)
    const mine = await registration(server, 'target')
    expect(outcome(await server.call(register, { ...mine, target: other.target }))).toBe('wrongVerificationCode')
    const { code } = await freshCode(server, mine.target)
    expect(outcome(await server.call(register, mine))).toBe('wrongVerificationCode')
    expect(outcome(await server.call(register, { ...mine, code }))).toBe('ok')
  })

  it.each(['12345', '1234567', 'abcdef', ''])('refuses the code %j', async (code) => {
    const answer = await server.call(register, await registration(server, 'refused', { code }))
    expect(answer).toMatchObject({ http: 400, key: 'wrongVerificationCode' })
  })

  it('accepts a code for ten minutes', async () => {
    const [early, late] = [await registration(server, 'early'), await registration(server, 'late')]
    server.clock.jump(599_000)
    expect(outcome(await server.call(register, early))).toBe('ok')
    server.clock.jump(1_000)
    expect(outcome(await server.call(register, late))).toBe('wrongVerificationCode')
  })

  it('checks at most five codes, also concurrently', async () => {
    const input = await registration(server, 'guessed')
    const wrong = { ...input, code: input.code === '000000' ? '000001' : '000000' }
    const answers = await Promise.all(Array.from({ length: 5 }, () => server.call(register, wrong)))
    expect(answers.map(outcome)).toEqual(Array(5).fill('wrongVerificationCode'))
    expect(outcome(await server.call(register, input))).toBe('wrongVerificationCode')
  })

  it('answers a target with an account like a wrong code', async () => {
    const target = 'owner@example.com'
    await server.ok(register, await registration(server, 'owner', await freshCode(server, target)))
    const again = await server.call(register, await registration(server, 'second', await freshCode(server, target)))
    const wrong = await server.call(register, { ...(await registration(server, 'third')), code: '000000' })
    expect(again).toMatchObject({ http: 400, key: 'wrongVerificationCode' })
    expect(again).toEqual(wrong)
  })

  it('starts no session after a failed registration', async () => {
    const before = await server.platform.db.selectFrom('sessions').selectAll().execute()
    await server.call(register, await registration(server, 'owner'))
    expect(await server.platform.db.selectFrom('sessions').selectAll().execute()).toHaveLength(before.length)
  })

  it('signs the new user in with the password', async () => {
    await registered(server, 'returns')
    expect(outcome(await server.call(login, { username: 'returns', password: PASSWORD }))).toBe('ok')
  })
})

describe('a script that registers', () => {
  describeServer.onSqlite(
    'user/register',
    (server) => {
      it('is stopped by its address, without affecting others', async () => {
        const input = { username: 'robot', password: PASSWORD, inviteCode: 'QUOIN', code: '000000' }
        const outcomes: string[] = []
        for (let attempt = 1; attempt <= 21; attempt++) {
          const answer = await from(server, '203.0.113.7')(register, {
            ...input,
            target: `robot${attempt}@example.com`,
          })
          outcomes.push(outcome(answer))
        }
        expect(outcomes).toEqual([...Array(20).fill('wrongVerificationCode'), 'tooManyRequests'])
        const { ticket } = await server.ok(mailCode, { email: 'person@example.com', purpose: 'register' })
        const { message } = await server.ok(outbox, { ticket })
        const person = { ...input, username: 'person', target: 'person@example.com', code: message?.code }
        expect(outcome(await from(server, '198.51.100.1')(register, person))).toBe('ok')
      })

      it('is stopped by its target, over many addresses', async () => {
        const input = { username: 'botnet', password: PASSWORD, inviteCode: 'QUOIN', code: '000000' }
        for (let network = 1; network <= 21; network++) {
          const answer = await from(server, `198.18.${network}.1`)(register, { ...input, target: 'bot@example.com' })
          expect(outcome(answer)).toBe(network <= 20 ? 'wrongVerificationCode' : 'tooManyRequests')
        }
      })
    },
    { generosity: 1 },
  )
})
