import { expect, it } from 'vitest'
import { mailCode, outbox, register } from '../../../src/api/account/user.ts'
import { describeServer } from '../harness.ts'
import { freshCode, from, outcome, PASSWORD, registration } from './support.ts'

describeServer.onSqlite('paper/outbox', (server) => {
  it('returns the message for its ticket', async () => {
    const { ticket } = await server.ok(mailCode, { email: 'alice@example.com', purpose: 'register' })
    expect(await server.ok(outbox, { ticket })).toEqual({
      inviteCode: 'QUOIN',
      message: {
        target: 'alice@example.com',
        code: expect.stringMatching(/^\d{6}$/),
        sentAt: server.clock.now() / 1000,
      },
    })
  })

  it('returns a valid invitation code without a ticket, and no message', async () => {
    const { inviteCode, message } = await server.ok(outbox)
    expect(message).toBeNull()
    expect(outcome(await server.call(register, await registration(server, 'alice', { inviteCode })))).toBe('ok')
  })

  it('returns nothing for a guessed ticket', async () => {
    const { ticket } = await freshCode(server)
    const guess = `${ticket.slice(0, -1)}${ticket.endsWith('A') ? 'B' : 'A'}`
    expect((await server.ok(outbox, { ticket: guess })).message).toBeNull()
    expect((await server.ok(outbox, { ticket: ticket.toUpperCase() })).message).toBeNull()
  })

  it('shows the message until its code is used', async () => {
    const { ticket, target, code } = await freshCode(server)
    expect((await server.ok(outbox, { ticket })).message).toEqual((await server.ok(outbox, { ticket })).message)
    await server.ok(register, { username: 'used', password: PASSWORD, inviteCode: 'QUOIN', target, code })
    expect((await server.ok(outbox, { ticket })).message).toBeNull()
  })

  it('shows the message for ten minutes', async () => {
    const { ticket } = await freshCode(server)
    server.clock.jump(600_000)
    expect((await server.ok(outbox, { ticket })).message).toBeNull()
  })

  it.each(['', 'short', '%', "' or ''='", 'x'.repeat(65), ['abcdefgh', 'ijklmnop']])(
    'refuses the ticket %j',
    async (ticket) => {
      const answer = await from(server, '127.0.0.1')(outbox, { ticket })
      expect(answer).toMatchObject({ http: 422, key: 'parameterError' })
    },
  )
})
