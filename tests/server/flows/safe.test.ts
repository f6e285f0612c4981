import { beforeAll, expect } from 'vitest'
import { email, google, payPassword } from '../../../src/api/safe.ts'
import { createEmail } from '../../../src/machines/actors/email.ts'
import { createPayPassword } from '../../../src/machines/actors/pay-password.ts'
import { createTwoFactor } from '../../../src/machines/actors/two-factor.ts'
import { emailMachine } from '../../../src/machines/email.ts'
import { payPasswordMachine } from '../../../src/machines/payPassword.ts'
import { twoFactorMachine } from '../../../src/machines/twoFactor.ts'
import { unanswered } from '../../models/answers.ts'
import { done, failed } from '../../models/paths.ts'
import { describeServer, type TestServer } from '../harness.ts'
import { bound, outcome, PASSWORD, shown } from '../user/support.ts'
import {
  byLock,
  byPassword,
  bySpentCode,
  codeTo,
  endings,
  type MakeClient,
  NEW,
  person,
  spent,
  typing,
} from './support.ts'
import { type Line, openLine, testFlow } from './walk.ts'

const unbound = { bound: false, recoveryCodesLeft: 0, offer: null, recoveryCodes: null }

const BEFORE = 'Money Leaves 0'
const setPay = (server: TestServer, token: string) =>
  server.ok(payPassword, { action: 'set', password: BEFORE, confirm: BEFORE, proof: { password: PASSWORD } }, token)
const changePay = (server: TestServer, token: string, password: string) =>
  server.call(payPassword, { action: 'change', oldPassword: password, password, confirm: password }, token)

describeServer('the flows that keep an account safe, over HTTP', (server) => {
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
      done('loadEmail', { email: 'p•••@example.com', authenticator: false, sent: null }),
      failed('loadEmail', unanswered),
      { type: 'email.retry' },
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
      return {
        actors: createEmail(
          makeClient(() => token),
          byPassword,
          Date.now,
        ),
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
    shows: 'having codes sent to both e-mail addresses',
    machine: emailMachine,
    input: () => ({ address: null }),
    events: [
      done('loadEmail', { email: 'p•••@example.com', authenticator: false, sent: null }),
      ...typing('email.change', { email: 'n@b.co' }),
      { type: 'email.sendNew' },
      done('sendNewCode', { sentAt: 1, code: '1' }),
      failed('sendNewCode', unanswered),
      { type: 'email.sendOld' },
      done('sendOldCode', { sentAt: 1, code: '1' }),
      failed('sendOldCode', unanswered),
    ],
    distinct: ({ form, info: { email: bound }, sentNew }) => [form.email, bound, sentNew === null],
    stage: async (_, makeClient: MakeClient) => {
      const { id, token, target } = await person(server)
      const fresh = `new.${target}`
      return {
        actors: createEmail(
          makeClient(() => token),
          byPassword,
          Date.now,
        ),
        input: { address: null },
        real: (event) => (event.field === 'email' ? { ...event, value: fresh } : event),
        ...byLock(server, id),
        expectSaid: async ({ context: { sentNew, sentOld } }) => {
          if (sentNew) expect(sentNew.code).toBe(await codeTo(server, fresh))
          if (sentOld) expect(sentOld.code).toBe(await codeTo(server, target))
        },
      }
    },
  })

  testFlow(server, line, {
    shows: 'setting the transaction password',
    machine: payPasswordMachine,
    input: () => ({ address: null }),
    events: [
      done('loadPayPassword', { set: false, authenticator: false, email: 'p', sent: null }),
      failed('loadPayPassword', unanswered),
      { type: 'payPassword.retry' },
      ...typing('payPassword.change', { next: NEW, confirm: NEW, password: PASSWORD }),
      { type: 'payPassword.submit' },
      ...endings('submitPayPassword', { set: true, authenticator: false, email: 'p', sent: null }),
    ],
    distinct: ({ form }) => form,
    stage: async (_, makeClient: MakeClient) => {
      const { id, token } = await person(server)
      return {
        actors: createPayPassword(
          makeClient(() => token),
          byPassword,
          Date.now,
        ),
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
      done('loadPayPassword', { set: true, authenticator: false, email: 'p', sent: null }),
      ...typing('payPassword.change', { old: BEFORE, next: NEW, confirm: NEW }),
      { type: 'payPassword.submit' },
      ...endings('submitPayPassword', { set: true, authenticator: false, email: 'p', sent: null }),
    ],
    distinct: ({ form }) => form,
    stage: async (_, makeClient: MakeClient) => {
      const { id, token } = await person(server)
      await setPay(server, token)
      return {
        actors: createPayPassword(
          makeClient(() => token),
          byPassword,
          Date.now,
        ),
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
      done('loadPayPassword', { set: true, authenticator: false, email: 'p', sent: null }),
      { type: 'payPassword.setMode', mode: 'reset' },
      { type: 'payPassword.sendCode' },
      done('sendPayCode', { sentAt: 1, code: '1' }),
      ...typing('payPassword.change', { next: NEW, confirm: NEW, password: PASSWORD, emailCode: '111111' }),
      { type: 'payPassword.submit' },
      ...endings('submitPayPassword', { set: true, authenticator: false, email: 'p', sent: null }, spent),
    ],
    // The code goes out first; then one field after the other.
    canHappen: (event, { context: { mode, sent, form } }) => {
      if (event.type === 'payPassword.sendCode') return mode === 'reset' && sent === null
      if (event.type !== 'payPassword.change') return event.type !== 'payPassword.setMode' || mode === 'change'
      const order = ['next', 'confirm', 'password', 'emailCode'] as const
      return sent !== null && order.find((field) => form[field] === '') === event.field
    },
    distinct: ({ form, mode, sent }) => [form, mode, sent === null],
    stage: async (_, makeClient: MakeClient) => {
      const { token, target } = await person(server)
      await setPay(server, token)
      server.clock.jump(60_000)
      return {
        actors: createPayPassword(
          makeClient(() => token),
          byPassword,
          Date.now,
        ),
        input: { address: null },
        real: (event, { context: { sent } }) =>
          event.field === 'emailCode' ? { ...event, value: sent?.code ?? 'none' } : event,
        ...bySpentCode(server, target),
        expectSaid: async (now) => {
          if (now.hasTag('done')) expect(outcome(await changePay(server, token, NEW))).toBe('ok')
        },
      }
    },
  })

  testFlow(server, line, {
    shows: 'binding an authenticator',
    machine: twoFactorMachine,
    input: () => ({ address: null }),
    events: [
      done('loadAuthenticator', unbound),
      failed('loadAuthenticator', unanswered),
      { type: 'twoFactor.retry' },
      ...typing('twoFactor.change', { password: PASSWORD, code: '111111' }),
      { type: 'twoFactor.submit' },
      { type: 'twoFactor.cancel' },
      { type: 'twoFactor.keptCodes' },
      ...endings('offerAuthenticator', { ...unbound, offer: { secret: 'S', uri: 'u' } }),
      ...endings('bindAuthenticator', { ...unbound, bound: true, recoveryCodesLeft: 10, recoveryCodes: ['1'] }),
    ],
    // The password is asked for first, and a code of what was offered then.
    canHappen: (event, now) =>
      event.type !== 'twoFactor.change' || (event.field === 'code' ? now.hasTag('offered') : now.hasTag('unbound')),
    distinct: ({ password, code }) => [password, code],
    stage: async (_, makeClient: MakeClient) => {
      const { id, token } = await person(server)
      return {
        actors: createTwoFactor(
          makeClient(() => token),
          byPassword,
        ),
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
    machine: twoFactorMachine,
    input: () => ({ address: null }),
    events: [
      done('loadAuthenticator', { ...unbound, bound: true, recoveryCodesLeft: 10 }),
      ...typing('twoFactor.change', { password: PASSWORD, code: '111111' }),
      { type: 'twoFactor.submit' },
      done('unbindAuthenticator', unbound),
      failed('unbindAuthenticator', unanswered),
    ],
    canHappen: (event, now) => event.type !== 'twoFactor.change' || now.hasTag('bound'),
    distinct: ({ password, code }) => [password, code],
    stage: async (_, makeClient: MakeClient) => {
      const { id, token } = await person(server)
      const { secret } = await bound(server, token)
      return {
        actors: createTwoFactor(
          makeClient(() => token),
          byPassword,
        ),
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
