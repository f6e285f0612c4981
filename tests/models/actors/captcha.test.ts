import { hash } from 'node:crypto'
import { expect, it } from 'vitest'
import { captcha, login } from '../../../src/api/account/user.ts'
import { type CallOptions, type Client, solving } from '../../../src/api/client/client.ts'
import type { Call, Envelope } from '../../../src/api/wire/call.ts'
import { answerCaptcha } from '../../../src/machines/actors/captcha.ts'

const salt = '0123456789abcdef01234567?expires=1700000000&'
const NUMBER = 1_234
const task = (challenge: string, maxnumber = 50_000) => ({
  ...{ algorithm: 'SHA-256', salt, signature: 'signed', challenge, maxnumber },
})
const solvable = task(hash('sha256', `${salt}${NUMBER}`))

/** A server that refuses a call without a captcha. */
function refusing(params: Record<string, string>, set = solvable) {
  const sent: { path: string; input: Record<string, unknown> }[] = []
  let told = 0
  const client = {
    call: async (call: Call, input: Record<string, unknown>, _: CallOptions): Promise<Envelope> => {
      sent.push({ path: call.path, input })
      if (call.path === captcha.path) return { type: 'ok', code: 1, message: set }
      if (input.captcha !== undefined) return { type: 'ok', code: 1, message: 'a token' }
      return { type: 'error', code: 0, message: '', key: 'tooManyRequests', params }
    },
  } as unknown as Client
  const solve = (plain: Client, signal?: AbortSignal) => {
    told++
    return answerCaptcha(plain, signal)
  }
  return { client: solving(client, solve), sent, told: () => told }
}
const typed = { username: 'ada', password: 'Correct Horse 1' }

it('captcha: solves the challenge at a limit, and sends the call again with it', async () => {
  const { client, sent, told } = refusing({ seconds: '60', captcha: '1' })
  expect(await client.call(login, typed)).toMatchObject({ type: 'ok', message: 'a token' })
  expect(sent.map(({ path }) => path)).toEqual(['user/login', 'captcha', 'user/login'])
  expect(told()).toBe(1)
  const { captcha: given, ...rest } = sent[2]?.input ?? {}
  expect(rest).toEqual(typed)
  expect(JSON.parse(atob(String(given)))).toEqual({
    ...{ algorithm: 'SHA-256', salt, signature: 'signed', challenge: solvable.challenge, number: NUMBER },
  })
})

it('passes on refusals that a captcha cannot lift', async () => {
  const { client, sent, told } = refusing({ seconds: '60' })
  expect(await client.call(login, typed)).toMatchObject({ type: 'error', key: 'tooManyRequests' })
  expect([sent.length, told()]).toEqual([1, 0])
})

it('captcha: stops with its actor, and if there is no solution', async () => {
  const endless = refusing({ captcha: '1' }, task('none', Number.MAX_SAFE_INTEGER)).client
  const left = new AbortController()
  const going = endless.call(login, typed, { signal: left.signal })
  left.abort()
  await expect(going).rejects.toThrow(/abort/i)
  await expect(refusing({ captcha: '1' }, task('none', 600)).client.call(login, typed)).rejects.toThrow(/no solution/)
})
