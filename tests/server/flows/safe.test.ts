import { beforeAll, expect } from 'vitest'
import { email, google, payPassword } from '../../../src/api/account/safe.ts'
import { sendCodeMachine } from '../../../src/machines/parts/sendCode.ts'
import { authenticatorMachine } from '../../../src/machines/user/authenticator.ts'
import { emailMachine } from '../../../src/machines/user/email.ts'
import { payPasswordMachine } from '../../../src/machines/user/payPassword.ts'
import { mailTo } from '../../../src/rules/account/credentials.ts'
import { unanswered } from '../../models/kit/answers.ts'
import { done, failed } from '../../models/kit/paths.ts'
import type { TestServer } from '../harness.ts'
import { bound, outcome, PASSWORD, shown } from '../security/support.ts'
import {
  byLock,
  bySpentCode,
  codeTo,
  effectsOf,
  endings,
  type MakeClient,
  NEW,
  person,
  sendingOf,
  sendingTo,
  spent,
  typing,
} from './support.ts'
import { describeFlows, type Line, openLine, testFlow } from './walk.ts'

const unbound = { bound: false, recoveryCodesLeft: 0, offer: null, recoveryCodes: null }

const BEFORE = 'Money Leaves 0'
const setPay = (server: TestServer, token: string) =>
  server.ok(payPassword, { action: 'set', password: BEFORE, confirm: BEFORE, proof: { password: PASSWORD } }, token)
const changePay = (server: TestServer, token: string, password: string) =>
  server.call(payPassword, { action: 'change', oldPassword: password, password, confirm: password }, token)

describeFlows('the account security flows, over HTTP', (server) => {
  let opened: Line
  beforeAll(async () => {
    opened = await openLine(server)
  })
  const line = () => opened

  testFlow(server, line, {
    shows: 'binding another e-mail address',
    machine: emailMachine,
    input: () => ({ address: null }),
    events: [
      done('load', { email: 'p•••@example.com', authenticator: false, sent: null }),
      ...typing('email.change', { email: 'n@b.co', newCode: '111111', oldCode: '222222', password: PASSWORD }),
      { type: 'email.submit' },
      ...endings('bindEmail', { email: 'n•••@b.co', authenticator: false, sent: null }),
    ],
    // One field after the other is enough.
    canHappen: (event, { context: { form } }) =>
      event.type !== 'email.change' ||
      (['email', 'newCode', 'oldCode', 'password'] as const).find((field) => form[field] === '') === event.field,
    distinct: ({ form }) => form,
    stage: async (_, makeClient: MakeClient) => {
      const { id, token, target } = await person(server)
      const fresh = `new.${target}`
      server.clock.jump(60_000)
      await server.ok(email, { action: 'sendNew', email: fresh }, token)
      await server.ok(email, { action: 'sendOld' }, token)
      const typed: Record<string, string> = {
        email: fresh,
        newCode: await codeTo(server, fresh),
        oldCode: await codeTo(server, target),
      }
      makeClient(() => token)
      return {
        actors: effectsOf(emailMachine),
        input: { address: null },
        real: (event) => (event.field in typed ? { ...event, value: typed[event.field] } : event),
        ...byLock(server, id),
        expectSaid: async (now) => {
          const { email: bound } = await server.ok(email, { action: 'state' }, token)
          expect(bound).toBe(now.hasTag('done') ? 'n•••@example.com' : 'p•••@example.com')
        },
      }
    },
  })

  testFlow(server, line, {
    shows: 'having a code sent to another e-mail address',
    machine: sendCodeMachine,
    events: sendingTo(mailTo('n@b.co')),
    stage: async (_, makeClient: MakeClient) => {
      const { id, token, target } = await person(server)
      const fresh = `new.${target}`
      makeClient(() => token)
      return {
        actors: sendingOf(emailMachine, 'sendNewCode'),
        real: (event) => (event.type === 'code.send' ? { ...event, target: mailTo(fresh) } : event),
        ...byLock(server, id),
        expectSaid: async ({ context: { sent } }) => {
          if (sent) expect(sent.code).toBe(await codeTo(server, fresh))
        },
      }
    },
  })

  testFlow(server, line, {
    shows: 'having a code sent to the e-mail address that is bound',
    machine: sendCodeMachine,
    events: sendingTo(null),
    stage: async (_, makeClient: MakeClient) => {
      const { id, token, target } = await person(server)
      server.clock.jump(60_000)
      makeClient(() => token)
      return {
        actors: sendingOf(emailMachine, 'sendOldCode'),
        ...byLock(server, id),
        expectSaid: async ({ context: { sent } }) => {
          if (sent) expect(sent.code).toBe(await codeTo(server, target))
        },
      }
    },
  })

  testFlow(server, line, {
    shows: 'having a code sent that lets a forgotten transaction password be replaced',
    machine: sendCodeMachine,
    events: sendingTo(null),
    stage: async (_, makeClient: MakeClient) => {
      const { id, token, target } = await person(server)
      await setPay(server, token)
      server.clock.jump(60_000)
      makeClient(() => token)
      return {
        actors: sendingOf(payPasswordMachine, 'sendPayCode'),
        ...byLock(server, id),
        expectSaid: async ({ context: { sent } }) => {
          if (sent) expect(sent.code).toBe(await codeTo(server, target))
        },
      }
    },
  })

  testFlow(server, line, {
    shows: 'setting the transaction password',
    machine: payPasswordMachine,
    input: () => ({ address: null }),
    events: [
      done('load', { set: false, authenticator: false, email: 'p', sent: null }),
      ...typing('payPassword.change', { next: NEW, confirm: NEW, password: PASSWORD }),
      { type: 'payPassword.submit' },
      ...endings('submitPayPassword', { set: true, authenticator: false, email: 'p', sent: null }),
    ],
    distinct: ({ form }) => form,
    stage: async (_, makeClient: MakeClient) => {
      const { id, token } = await person(server)
      makeClient(() => token)
      return {
        actors: effectsOf(payPasswordMachine),
        input: { address: null },
        ...byLock(server, id),
        expectSaid: async (now) => {
          const { set } = await server.ok(payPassword, { action: 'state' }, token)
          expect(set).toBe(now.hasTag('done'))
        },
      }
    },
  })

  testFlow(server, line, {
    shows: 'changing the transaction password by the old one',
    machine: payPasswordMachine,
    input: () => ({ address: null }),
    events: [
      done('load', { set: true, authenticator: false, email: 'p', sent: null }),
      ...typing('payPassword.change', { old: BEFORE, next: NEW, confirm: NEW }),
      { type: 'payPassword.submit' },
      ...endings('submitPayPassword', { set: true, authenticator: false, email: 'p', sent: null }),
    ],
    distinct: ({ form }) => form,
    stage: async (_, makeClient: MakeClient) => {
      const { id, token } = await person(server)
      await setPay(server, token)
      makeClient(() => token)
      return {
        actors: effectsOf(payPasswordMachine),
        input: { address: null },
        ...byLock(server, id),
        expectSaid: async (now) => {
          if (now.hasTag('done')) expect(outcome(await changePay(server, token, NEW))).toBe('ok')
        },
      }
    },
  })

  testFlow(server, line, {
    shows: 'putting another transaction password in the place of a forgotten one',
    machine: payPasswordMachine,
    input: () => ({ address: null }),
    events: [
      done('load', { set: true, authenticator: false, email: 'p', sent: null }),
      { type: 'payPassword.setMode', mode: 'reset' },
      ...typing('payPassword.change', { next: NEW, confirm: NEW, password: PASSWORD, emailCode: '111111' }),
      { type: 'payPassword.submit' },
      ...endings('submitPayPassword', { set: true, authenticator: false, email: 'p', sent: null }, spent),
    ],
    // One field after the other.
    canHappen: (event, { context: { mode, form } }) => {
      if (event.type !== 'payPassword.change') return event.type !== 'payPassword.setMode' || mode === 'change'
      const order = ['next', 'confirm', 'password', 'emailCode'] as const
      return mode === 'reset' && order.find((field) => form[field] === '') === event.field
    },
    distinct: ({ form, mode }) => [form, mode],
    stage: async (_, makeClient: MakeClient) => {
      const { token, target } = await person(server)
      await setPay(server, token)
      server.clock.jump(60_000)
      await server.ok(payPassword, { action: 'sendCode' }, token)
      const emailCode = await codeTo(server, target)
      makeClient(() => token)
      return {
        actors: effectsOf(payPasswordMachine),
        input: { address: null },
        real: (event) => (event.field === 'emailCode' ? { ...event, value: emailCode } : event),
        ...bySpentCode(server, target),
        expectSaid: async (now) => {
          if (now.hasTag('done')) expect(outcome(await changePay(server, token, NEW))).toBe('ok')
        },
      }
    },
  })

  testFlow(server, line, {
    shows: 'binding an authenticator',
    machine: authenticatorMachine,
    input: () => ({ address: null }),
    events: [
      done('load', unbound),
      ...typing('authenticator.change', { password: PASSWORD, code: '111111' }),
      { type: 'authenticator.submit' },
      { type: 'authenticator.cancel' },
      { type: 'authenticator.keptCodes' },
      ...endings('offerAuthenticator', { ...unbound, offer: { secret: 'S', uri: 'u' } }),
      ...endings('bindAuthenticator', { ...unbound, bound: true, recoveryCodesLeft: 10, recoveryCodes: ['1'] }),
    ],
    // First the password, then a code of the offered secret.
    canHappen: (event, now) =>
      event.type !== 'authenticator.change' || (event.field === 'code' ? now.hasTag('offered') : now.hasTag('unbound')),
    distinct: ({ form }) => form,
    stage: async (_, makeClient: MakeClient) => {
      const { id, token } = await person(server)
      makeClient(() => token)
      return {
        actors: effectsOf(authenticatorMachine),
        input: { address: null },
        real: (event, { context: { authenticator } }) =>
          event.field === 'code' ? { ...event, value: shown(server, authenticator?.offer?.secret ?? '') } : event,
        ...byLock(server, id),
        expectSaid: async (now) => {
          const { bound: isBound } = await server.ok(google, { action: 'state' }, token)
          expect(isBound).toBe(now.hasTag('recovery') || now.hasTag('bound'))
        },
      }
    },
  })

  testFlow(server, line, {
    shows: 'removing an authenticator',
    machine: authenticatorMachine,
    input: () => ({ address: null }),
    events: [
      done('load', { ...unbound, bound: true, recoveryCodesLeft: 10 }),
      ...typing('authenticator.change', { password: PASSWORD, code: '111111' }),
      { type: 'authenticator.submit' },
      done('unbindAuthenticator', unbound),
      failed('unbindAuthenticator', unanswered),
    ],
    canHappen: (event, now) => event.type !== 'authenticator.change' || now.hasTag('bound'),
    distinct: ({ form }) => form,
    stage: async (_, makeClient: MakeClient) => {
      const { id, token } = await person(server)
      const { secret } = await bound(server, token)
      makeClient(() => token)
      return {
        actors: effectsOf(authenticatorMachine),
        input: { address: null },
        real: (event) => (event.field === 'code' ? { ...event, value: shown(server, secret) } : event),
        ...byLock(server, id),
        expectSaid: async (now) => {
          const { bound: isBound } = await server.ok(google, { action: 'state' }, token)
          expect(isBound).toBe(!now.hasTag('unbound'))
        },
      }
    },
  })
})
