import { randomBytes } from 'node:crypto'
import { expect } from 'vitest'
import { signed } from '../../../server/platform/http/signature.ts'
import { uploadPhoto } from '../../../src/api/account/uploads.ts'
import { callback, chargeReq, type Deposit, log, type ProviderWord } from '../../../src/api/money/deposit.ts'
import { networkOf } from '../../../src/rules/money/coin-networks.ts'
import type { TestServer } from '../harness.ts'
import { photo } from '../kyc/support.ts'
import { requestId } from '../microtrade/support.ts'

/** The secret shared by a test's provider and server. */
export const SECRET = 'a secret that only the tests have 0'

/** A deposit of coins, with a test's changes. */
export const coins = (change: Record<string, unknown> = {}) => ({
  requestId: requestId(),
  way: 'crypto',
  currency: 'USDT',
  network: 'arbitrum',
  amount: '500',
  ...change,
})

/** The network of `coins()`. */
export const arbitrum = networkOf('USDT', 'arbitrum') ?? expect.fail('no Arbitrum')
/** The time until the confirmations of `coins()` are counted. */
export const countedMs = ({ platform }: TestServer) =>
  arbitrum.confirmations * platform.config.CONFIRMATION_SECONDS * 1_000

/** A transfer with its proof. */
export async function transfer(server: TestServer, token: string, change: Record<string, unknown> = {}) {
  const { id: proof } = await server.ok(uploadPhoto, { purpose: 'paymentProof', file: await photo() }, token)
  return { requestId: requestId(), way: 'bank', currency: 'USDT', amount: '500', proof, ...change }
}

export const announce = (server: TestServer, token: string, change: Record<string, unknown> = {}): Promise<Deposit> =>
  server.ok(chargeReq, coins(change), token)

/** The provider's report that all of a deposit arrived, with a test's changes. */
export const wordOf = (
  { id, account, currency, amount }: Pick<Deposit, 'id' | 'account' | 'currency' | 'amount'>,
  change: Partial<ProviderWord> = {},
): ProviderWord => ({ reference: `ref-${id}`, account, currency, amount, outcome: 'confirmed', ...change })

/** Signs as the provider does. */
export const sign = (server: TestServer, body: string, secret = SECRET) =>
  signed(body, secret, { clock: server.clock, random: { bytes: (length) => randomBytes(length) } })

export type Said = { http: number; key?: string; effect?: string }

/** Sends a body with these headers, as from elsewhere. */
export async function post(server: TestServer, body: string, headers: Record<string, string>): Promise<Said> {
  const response = await server.app.http.inject({
    method: 'POST',
    url: `/api/${callback.path}`,
    headers,
    payload: body,
  })
  const { key, message } = response.json()
  return { http: response.statusCode, ...(key ? { key } : { effect: message.effect }) }
}

/** The provider says a word, rightly signed. */
export const say = (server: TestServer, word: ProviderWord): Promise<Said> => {
  const body = JSON.stringify(word)
  return post(server, body, sign(server, body))
}

/** A user's newest deposit. */
export async function newest(server: TestServer, token: string): Promise<Deposit> {
  const [first] = await server.ok(log, {}, token)
  if (!first) throw new Error('no deposit')
  return first
}
