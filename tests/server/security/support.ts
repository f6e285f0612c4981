import { Wallet } from 'ethers'
import { Secret, TOTP } from 'otpauth'
import { passkeys } from '../../../src/api/account/passkeys.ts'
import { google } from '../../../src/api/account/safe.ts'
import { addressreg, mailCode, nonce, outbox, register, type SigningPurpose } from '../../../src/api/account/user.ts'
import type { Call, Envelope, Input, Output } from '../../../src/api/wire/call.ts'
import { PASSWORD_LENGTH_MAX, PASSWORD_LENGTH_MIN } from '../../../src/rules/account/password-length.ts'
import type { TestServer } from '../harness.ts'
import { softwarePasskey } from '../kit/software-passkey.ts'

export const PASSWORD = 'Correct Horse 1'
/** Passwords one character below the minimum length, and one above the maximum. A space counts. */
export const TOO_SHORT = 'a b'.padEnd(PASSWORD_LENGTH_MIN - 1, 'x')
export const TOO_LONG = 'a b'.padEnd(PASSWORD_LENGTH_MAX + 1, 'x')

type Caller = <C extends Call>(
  call: C,
  input?: Record<string, unknown>,
  headers?: Record<string, string>,
) => Promise<Envelope<Output<C>> & { http: number }>

/** Calls as the harness does, from a network address of one's choice. */
export const from =
  (server: TestServer, remoteAddress: string): Caller =>
  async (call, input = {}, headers = {}) => {
    const body = { lang: 'en', ...input }
    const url = `/api/${call.path}`
    const response = await server.app.http.inject(
      call.method === 'GET'
        ? { method: 'GET', url, query: body as Record<string, string>, headers, remoteAddress }
        : { method: 'POST', url, payload: body, headers, remoteAddress },
    )
    return { ...response.json(), http: response.statusCode }
  }

let targets = 0

/** Asks for a code to a new e-mail address, and reads it in the paper outbox. */
export async function freshCode(server: TestServer, email = `person${++targets}@example.com`) {
  const { ticket } = await server.ok(mailCode, { email, purpose: 'register' })
  const { message } = await server.ok(outbox, { ticket })
  return { ticket, target: email, code: message?.code ?? 'none' }
}

/** A registration of this name with a code just sent. `more` overrides. */
export async function registration(
  server: TestServer,
  username: string,
  more: Partial<Input<typeof register>> = {},
): Promise<Input<typeof register>> {
  const { target, code } = await freshCode(server)
  return { username, password: PASSWORD, inviteCode: 'QUOIN', target, code, ...more }
}

/** Registers a name, and answers its token. */
export const registered = async (server: TestServer, username: string): Promise<string> =>
  server.ok(register, await registration(server, username))

/** The same key every time, so that a failure repeats itself. */
export const walletOf = (number: number) => new Wallet(`0x${String(number).padStart(64, '1')}`)

/** A message to sign for a purpose, and this wallet's signature. */
export async function signed(server: TestServer, wallet: Wallet, purpose: SigningPurpose = 'signIn') {
  const asked = await server.ok(nonce, { address: wallet.address, purpose })
  return { ...asked, address: wallet.address, sign: await wallet.signMessage(asked.message) }
}

/** Signs in by wallet, and answers the token. */
export async function signedIn(server: TestServer, wallet: Wallet): Promise<string> {
  const { address, sign, nonce } = await signed(server, wallet)
  return server.ok(addressreg, { address, sign, nonce })
}

/** Advances the clock until the work is done: for deliberate waits. Everything else finishes with the clock halted. */
export async function passing<T>(server: TestServer, work: Promise<T>): Promise<T> {
  let done = false
  const watched = work.finally(() => {
    done = true
  })
  while (!done) {
    await new Promise((resolve) => setTimeout(resolve, 5))
    if (!done) await server.clock.advance(1_000)
  }
  return watched
}

/** How a call was answered: the key of a refusal, or `ok`. */
export const outcome = (answer: Envelope): string => (answer.type === 'ok' ? 'ok' : (answer.key ?? 'no key'))

/** The code of an authenticator with this secret, `steps` of thirty seconds from now. */
export const shown = (server: TestServer, secret: string, steps = 0): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: server.clock.now() + steps * 30_000 })

/** Lets the time step of a code that was used pass. */
export const nextStep = (server: TestServer): void => server.clock.jump(30_000)

/** Binds an authenticator to a user with a password, and advances past its first code's step. */
export async function bound(server: TestServer, token: string) {
  const { offer } = await server.ok(google, { action: 'offer', proof: { password: PASSWORD } }, token)
  const secret = offer?.secret ?? ''
  const { recoveryCodes } = await server.ok(google, { action: 'bind', code: shown(server, secret) }, token)
  nextStep(server)
  return { secret, recoveryCodes: recoveryCodes ?? [] }
}

/** What a browser would create a passkey with, for a user with a password. */
export async function passkeyOffer(server: TestServer, token: string) {
  const { offer } = await server.ok(passkeys, { action: 'offer', proof: { password: PASSWORD } }, token)
  if (!offer) throw new Error('no passkey was offered')
  return offer
}

/** Adds a passkey to a user with a password. */
export async function withPasskey(server: TestServer, token: string, name = '') {
  const passkey = softwarePasskey()
  const attestation = passkey.create(await passkeyOffer(server, token))
  const { passkeys: list } = await server.ok(passkeys, { action: 'add', attestation, name }, token)
  return { passkey, id: list.at(-1)?.id ?? '' }
}

/** This user's messages, oldest first: kind and key of each. */
export async function told(server: TestServer, userId: string): Promise<string[]> {
  const messages = await server.platform.db
    .selectFrom('user_messages')
    .select(['kind', 'key'])
    .where('user_id', '=', userId)
    .orderBy('id')
    .execute()
  return messages.map(({ kind, key }) => `${kind} ${key}`)
}
