import { expect, it } from 'vitest'
import { newestCodes } from '../../server/security/module.ts'
import { cashSave } from '../../src/api/account/bank.ts'
import { realName } from '../../src/api/account/kyc.ts'
import { email, google, payPassword, sessions, updatePassword } from '../../src/api/account/safe.ts'
import { addressreg, forget, login, mailCode, register } from '../../src/api/account/user.ts'
import type { Call } from '../../src/api/wire/call.ts'
import { bankCard } from './bank/card.ts'
import { dump } from './dump.ts'
import { describeServer, type TestServer } from './harness.ts'
import { submission } from './kyc/support.ts'
import { createSaboteur } from './sabotage.ts'
import { PASSWORD, registered, registration, shown, signed, walletOf } from './security/support.ts'

const proof = { password: PASSWORD }
const NEW = { password: 'Battery Staple 2', confirm: 'Battery Staple 2' }

/** A call that changes an account, and a function that makes a valid input for each try. */
type Act = { call: Call; token?: string; input(): Promise<Record<string, unknown>> | Record<string, unknown> }

let wallets = 100

const acts: Record<string, (server: TestServer, name: string) => Promise<Act>> = {
  'registering a name': async (server, name) => ({ call: register, input: () => registration(server, name) }),
  'registering a wallet': async (server) => {
    const wallet = walletOf(++wallets)
    return {
      call: addressreg,
      input: async () => {
        const { address, sign, nonce } = await signed(server, wallet)
        return { address, sign, nonce }
      },
    }
  },
  'a forgotten password': async (server, name) => {
    const input = await registration(server, name)
    await server.ok(register, input)
    const newest = async () => {
      server.clock.jump(60_000)
      await server.ok(mailCode, { email: input.target, purpose: 'forget' })
      return (await newestCodes(server.platform, input.target)).find(({ purpose }) => purpose === 'forget')?.code
    }
    return { call: forget, input: async () => ({ target: input.target, code: await newest(), ...NEW }) }
  },
  'changing the password': async (server, name) => ({
    call: updatePassword,
    token: await registered(server, name),
    input: () => ({ oldPassword: PASSWORD, newPassword: NEW.password, confirm: NEW.confirm }),
  }),
  'setting a transaction password': async (server, name) => ({
    call: payPassword,
    token: await registered(server, name),
    input: () => ({ action: 'set', ...NEW, proof }),
  }),
  'binding an authenticator': async (server, name) => {
    const token = await registered(server, name)
    return {
      call: google,
      token,
      input: async () => {
        const { offer } = await server.ok(google, { action: 'offer', proof }, token)
        return { action: 'bind', code: shown(server, offer?.secret ?? '') }
      },
    }
  },
  'binding an e-mail address': async (server, name) => {
    const token = await registered(server, name)
    const code = async (input: Record<string, unknown>) =>
      (await server.ok(email, input, token)).sent?.paperCode ?? 'none'
    const address = `new.${name}@example.com`
    return {
      call: email,
      token,
      input: async () => {
        server.clock.jump(60_000)
        const [fresh, oldCode] = [await code({ action: 'sendNew', email: address }), await code({ action: 'sendOld' })]
        return { action: 'bind', email: address, code: fresh, oldCode, proof }
      },
    }
  },
  'submitting who one is': async (server, name) => {
    const token = await registered(server, name)
    return { call: realName, token, input: () => submission(server, token) }
  },
  'saving a bank card': async (server, name) => ({
    call: cashSave,
    token: await registered(server, name),
    input: () => ({ ...bankCard, proof }),
  }),
  'ending the other sessions': async (server, name) => {
    const token = await registered(server, name)
    await server.ok(login, { username: name, password: PASSWORD })
    return { call: sessions, token, input: () => ({ action: 'endOthers' }) }
  },
}

type Kept = Record<string, string[]>

/** All tables but those that count attempts, which count every outcome. */
async function kept(server: TestServer): Promise<Kept> {
  const { codes: _, login_nonces: __, passkey_challenges: ___, ...rest } = await dump(server.platform.database)
  return rest
}

/** Rows removed and added, by table. */
function changes(before: Kept, after: Kept): Record<string, { gone: number; come: number }> {
  const lacking = (rows: readonly string[] = [], others: readonly string[] = []) =>
    rows.filter((row) => !others.includes(row)).length
  const all = Object.keys(before).map((name) => {
    const change = { gone: lacking(before[name], after[name]), come: lacking(after[name], before[name]) }
    return [name, change] as const
  })
  return Object.fromEntries(all.filter(([, { gone, come }]) => gone + come > 0))
}

const saboteur = createSaboteur()

describeServer.onSqlite(
  'all or nothing: with a fault at each of its statements,',
  (server) => {
    let people = 0

    it.each(Object.entries(acts))('%s is done whole or not at all', async (_, begin) => {
      const fresh = () => begin(server, `person.${++people}`)
      const attempt = async ({ call, token, input }: Act, number?: number) => {
        const sent = await input()
        // Otherwise a statement of due work could be the one that fails.
        await server.clock.advance(0)
        const before = await kept(server)
        if (number !== undefined) saboteur.arm(number, 'after')
        const answer = await server.call(call, sent, token)
        saboteur.disarm()
        return { answer, changed: changes(before, await kept(server)) }
      }
      const whole = await attempt(await fresh())
      expect(whole.answer).toMatchObject({ type: 'ok' })
      expect(whole.changed).not.toEqual({})

      let act = await fresh()
      // After one statement means before the next; before the first nothing has been done.
      for (let number = 1; ; number++) {
        const { answer, changed } = await attempt(act, number)
        const where = `statement ${number}`
        if (answer.type === 'ok') {
          expect(number).toBeGreaterThan(3)
          expect(changed).toEqual(whole.changed)
          expect(await server.ledger()).toEqual([])
          return
        }
        expect(answer, where).toMatchObject({ http: 500, key: 'serverError' })
        if (Object.keys(changed).length === 0) continue
        // It was committed, and only the answer failed.
        expect(changed, where).toEqual(whole.changed)
        act = await fresh()
      }
    })
  },
  { plugins: [saboteur.plugin] },
)
