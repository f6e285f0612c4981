import { describe, expect, it } from 'vitest'
import { signInOrigin } from '../../../server/security/siwe.ts'
import { nonce } from '../../../src/api/account/user.ts'
import { describeServer } from '../harness.ts'
import { from, outcome, walletOf } from './support.ts'

const wallet = walletOf(1)

describeServer.onSqlite('user/nonce', (server) => {
  it('makes the EIP-4361 message of this host, for five minutes', async () => {
    const answer = await server.ok(nonce, { address: wallet.address })
    expect(answer.message).toBe(
      [
        'localhost wants you to sign in with your Ethereum account:',
        wallet.address,
        '',
        'Sign in to Quoin. Who opens an account by this agrees to the terms and the risk disclosure below. Balances are paper money. Signing this message costs nothing and permits no transaction.',
        '',
        'URI: http://localhost',
        'Version: 1',
        'Chain ID: 42161',
        `Nonce: ${answer.nonce}`,
        'Issued At: 2026-01-05T12:00:00.000Z',
        'Expiration Time: 2026-01-05T12:05:00.000Z',
        'Resources:',
        '- http://localhost/#/pages/news/fwxy',
        '- http://localhost/#/pages/news/dc',
      ].join('\n'),
    )
    expect(answer.expiresAt).toBe(server.clock.now() / 1000 + 300)
  })

  it('writes the address with its checksum, from any case', async () => {
    const answer = await server.ok(nonce, { address: wallet.address.toLowerCase() })
    expect(answer.message.split('\n')[1]).toBe(wallet.address)
  })

  it('makes a nonce of 128 bits, in letters and digits alone, new each time', async () => {
    const nonces = [
      (await server.ok(nonce, { address: wallet.address })).nonce,
      (await server.ok(nonce, { address: wallet.address })).nonce,
    ]
    expect(nonces[0]).toMatch(/^[0-9a-f]{32}$/)
    expect(new Set(nonces).size).toBe(2)
  })

  it.each(['localhost:8080', '127.0.0.1:8080', '[::1]:8080', 'app.localhost'])(
    'names the local host %s that was asked for',
    async (host) => {
      const answer = await from(server, '127.0.0.1')(nonce, { address: wallet.address }, { host })
      expect(answer.type === 'ok' && answer.message.message).toContain(`${host} wants you to sign in`)
      expect(answer.type === 'ok' && answer.message.message).toContain(`URI: http://${host}\n`)
    },
  )

  it.each(['phish.example', 'localhost.phish.example', '203.0.113.7', 'localhost@phish.example', 'a b', '127.0.0.1/x'])(
    'signs nothing in the name of %s, which is not local',
    async (host) => {
      const answer = await from(server, '127.0.0.1')(nonce, { address: wallet.address }, { host })
      expect(answer.type).toBe('error')
    },
  )

  it.each([
    ['192.168.1.20:8080', 'http://192.168.1.20:8080'],
    ['[fd00::20]:8080', 'http://[fd00::20]:8080'],
    ['203.0.113.7', undefined],
    ['phish.example', undefined],
    ['localhost.phish.example', undefined],
    ['127.0.0.1/x', undefined],
  ])('of the host %s names %s', (host, origin) => {
    expect(signInOrigin(undefined, host)?.origin).toBe(origin)
  })

  it.each(['', '0x', '0x1234', `${wallet.address}00`, wallet.address.slice(2), `0x${'g'.repeat(40)}`])(
    'refuses the address %j',
    async (address) => {
      expect(await server.call(nonce, { address })).toMatchObject({ http: 422, key: 'parameterError' })
    },
  )

  it('requires an address', async () => {
    expect(await server.call(nonce)).toMatchObject({ http: 422, key: 'missingParameters' })
  })
})

describe('nonce: with PUBLIC_URL', () => {
  describeServer.onSqlite(
    'user/nonce',
    (server) => {
      it('names that origin, whatever the request’s host', async () => {
        const answer = await from(server, '127.0.0.1')(nonce, { address: wallet.address }, { host: 'phish.example' })
        const lines = answer.type === 'ok' ? answer.message.message.split('\n') : []
        expect(lines[0]).toBe('quoin.example:8443 wants you to sign in with your Ethereum account:')
        expect(lines).toContain('URI: https://quoin.example:8443')
      })
    },
    { env: { PUBLIC_URL: 'https://quoin.example:8443/' } },
  )
})

describe('nonce: a script that asks for messages', () => {
  describeServer.onSqlite(
    'user/nonce',
    (server) => {
      it('is stopped by its address', async () => {
        const ask = (address: string) => from(server, address)(nonce, { address: wallet.address })
        for (let attempt = 1; attempt <= 60; attempt++) await ask('203.0.113.7')
        expect(outcome(await ask('203.0.113.7'))).toBe('tooManyRequests')
        expect(outcome(await ask('198.51.100.1'))).toBe('ok')
      })
    },
    { generosity: 1 },
  )
})
