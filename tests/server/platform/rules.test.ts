import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Act, type Asked, type Route, route } from '../../../server/platform/http/route.ts'
import { letIn } from '../../../server/platform/http/rules.ts'
import { cashSave } from '../../../src/api/account/bank.ts'
import { login, nonce } from '../../../src/api/account/user.ts'
import { submit } from '../../../src/api/trade/microtrade.ts'
import { Refusal } from '../../../src/api/wire/messages.ts'
import { startServer, type TestServer } from '../harness.ts'

const perUser = { name: 'a user’s', per: 'user', points: 2, seconds: 60 } as const
const perTarget = { name: 'a target’s', per: 'target', points: 1, seconds: 60 } as const
const done = async () => null as never

let server: TestServer
let close = async () => {}
beforeAll(async () => {
  const started = await startServer('sqlite', { generosity: 1 })
  server = started.server
  close = started.close
})
afterAll(() => close())

describe('route rules: a route', () => {
  it('cannot limit by user, or require permissions or a proof, without a token', () => {
    const proof = { says: 'x', failures: [], ask: async () => {} }
    expect(() => route(login, { limits: [perUser], handle: done })).toThrow('no token')
    expect(() => route(login, { needs: [], handle: done })).toThrow('no token')
    expect(() => route(login, { proof, handle: done })).toThrow('no token')
  })

  it('names a target exactly if a limit uses it', () => {
    expect(() => route(nonce, { limits: [perTarget], handle: done })).toThrow('target')
    expect(() => route(nonce, { target: () => 'someone', handle: done })).toThrow('target')
  })

  it('cannot require a proof within the unit of a call that runs in one', () => {
    const proof = { says: 'x', failures: [], ask: async () => {} }
    expect(() => route(submit, { proof, handle: done })).toThrow('proof')
  })
})

describe('a call under its rules', () => {
  const actOf = ({ acts }: Route): Act => acts[''] as Act
  const asked = (): Asked => ({
    input: {},
    lang: 'en',
    address: '203.0.113.7',
    platform: server.platform,
    request: {} as Asked['request'],
    file: '',
    session: { userId: 'someone', method: 'password', tokenHash: 'x' },
  })

  it('can neither commit nor answer before its required proof was checked', async () => {
    const proof = { says: 'x', failures: [], ask: async () => {} }
    const { commit, prove, seal } = await letIn(actOf(route(cashSave, { proof, handle: done })), asked())
    expect(() => commit(async () => {})).toThrow('without')
    expect(seal).toThrow('without')
    await prove()
    expect(seal).not.toThrow()
    expect(await commit(async () => 'done')).toBe('done')
  })

  it('counts each call before checking it, and returns the point if the proof is wrong', async () => {
    const wrong = async () => {
      throw new Refusal('wrongPassword')
    }
    const act = actOf(
      route(cashSave, { limits: [perUser], proof: { says: 'x', failures: [], ask: wrong }, handle: done }),
    )
    for (let time = 0; time < 4; time++) {
      const { prove } = await letIn(act, asked())
      await expect(prove()).rejects.toMatchObject({ key: 'wrongPassword' })
    }
    const free = actOf(route(cashSave, { limits: [perUser], handle: done }))
    await letIn(free, asked())
    await letIn(free, asked())
    await expect(letIn(free, asked())).rejects.toMatchObject({ key: 'tooManyRequests' })
  })

  it('is not counted without permission, which is checked again in the unit', async () => {
    let may = false
    const needs = [
      {
        says: 'x',
        require: async () => {
          if (!may) throw new Refusal('accountLocked')
        },
      },
    ]
    const one = { ...perUser, name: 'one', points: 1 }
    const act = actOf(route(cashSave, { limits: [one], needs, handle: done }))
    await expect(letIn(act, asked())).rejects.toMatchObject({ key: 'accountLocked' })
    may = true
    const { commit } = await letIn(act, asked())
    may = false
    await expect(commit(async () => {})).rejects.toMatchObject({ key: 'accountLocked' })
  })
})

describe('route rules: the document of the API', () => {
  it('has the rules of each call, and of each action of one', async () => {
    const { paths } = (await server.app.http.inject({ url: '/api/openapi.json' })).json()
    const { description, 'x-rules': rules } = paths['/user/register'].post
    expect(rules).toEqual([
      {
        limits: [
          { name: 'register address', per: 'address', points: 20, seconds: 3_600, counts: 'call' },
          { name: 'register target', per: 'target', points: 20, seconds: 3_600, counts: 'call' },
          {
            ...{ name: 'register address beyond', per: 'address', points: 60, seconds: 3_600 },
            ...{ counts: 'call beyond', with: 'a solved captcha' },
          },
          { name: 'captcha solved', per: 'once', points: 1, seconds: 300, counts: 'call', with: 'a solved captcha' },
        ],
        needs: [],
      },
    ])
    expect(description).toContain('20 calls per address in 1 hour.')
    expect(description).toContain('60 further calls per address in 1 hour, with a solved captcha for each.')
    expect(description).toContain('a solved captcha counts once, for 5 minutes.')
    const email = paths['/user/email'].post
    expect(email['x-rules'].map(({ action }: { action: string }) => action)).toEqual(['sendNew', 'sendOld', 'bind'])
    expect(email.description).toContain('`bind`: 5 failures per user in 15 minutes.')
    expect(email.description).toContain('`bind`: asks for a proof')
    expect(paths['/microtrade/submit'].post.description).toContain('not locked')
    expect(paths['/user/info'].get.description).toBeUndefined()
  })

  it('shows them on the page too', async () => {
    const { body } = await server.app.http.inject({ url: '/api/docs' })
    expect(body).toContain('<li><code>sendNew</code>: 1 call per target in 1 minute.</li>')
  })
})
