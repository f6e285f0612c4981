import { beforeAll, expect } from 'vitest'
import { commit } from '../../../server/platform/unit/unit.ts'
import { newestCodes } from '../../../server/security/module.ts'
import { setStatus } from '../../../server/user/module.ts'
import { info, login, mailCode } from '../../../src/api/account/user.ts'
import { loadFirstMachine } from '../../../src/machines/parts/loadFirst.ts'
import { sendCodeMachine } from '../../../src/machines/parts/sendCode.ts'
import { loadAreaCodes } from '../../../src/machines/session/area-codes.ts'
import { forgetMachine } from '../../../src/machines/session/forget.ts'
import { registerMachine } from '../../../src/machines/session/register.ts'
import { signInMachine } from '../../../src/machines/session/signIn.ts'
import { changePasswordMachine } from '../../../src/machines/user/changePassword.ts'
import { mailTo } from '../../../src/rules/account/credentials.ts'
import { refused, unanswered } from '../../models/kit/answers.ts'
import { done, failed } from '../../models/kit/paths.ts'
import { bound, outcome, PASSWORD, shown } from '../security/support.ts'
import {
  byLock,
  bySpentCode,
  codeTo,
  effectsOf,
  endings,
  type MakeClient,
  NEW,
  newName,
  person,
  sendingOf,
  sendingTo,
  spent,
  typing,
} from './support.ts'
import { describeFlows, type Line, openLine, testFlow } from './walk.ts'

let phones = 0

describeFlows('the sign-in flows, over HTTP', (server) => {
  let opened: Line
  beforeAll(async () => {
    opened = await openLine(server)
  })
  const line = () => opened

  testFlow(server, line, {
    shows: 'signing in',
    machine: signInMachine,
    events: [
      ...typing('signIn.change', { username: 'ada', password: PASSWORD }),
      { type: 'signIn.submit' },
      ...endings('signIn', 'token', refused('accountFrozen')),
    ],
    distinct: ({ form }) => form,
    stage: async (_, makeClient: MakeClient) => {
      const { id, username } = await person(server)
      const status = (to: 'frozen' | 'active') => commit(server.platform, (unit) => setStatus(unit, id, to))
      makeClient(() => null)
      return {
        actors: effectsOf(signInMachine),
        real: (event) => (event.field === 'username' ? { ...event, value: username } : event),
        refuse: async () => void (await status('frozen')),
        welcome: async () => void (await status('active')),
        expectSaid: async ({ context: { token } }) => {
          if (token !== null) expect(await server.ok(info, {}, token)).toMatchObject({ username })
        },
      }
    },
  })

  testFlow(server, line, {
    shows: 'signing in with an authenticator',
    machine: signInMachine,
    events: [
      ...typing('signIn.change', { username: 'ada', password: PASSWORD, code: '111111' }),
      { type: 'signIn.submit' },
      failed('signIn', refused('authenticatorCodeRequired')),
      { type: 'signIn.back' },
      ...endings('signInByCode', 'token', refused('wrongAuthenticatorCode')),
    ],
    canHappen: (event, now) => event.type !== 'signIn.change' || (event.field === 'code') === now.hasTag('askingCode'),
    distinct: ({ form }) => form,
    stage: async (_, makeClient: MakeClient) => {
      const { id, token, username } = await person(server)
      const { secret } = await bound(server, token)
      const used = (step: bigint) =>
        server.platform.db.updateTable('authenticators').set({ used_step: step }).where('user_id', '=', id).execute()
      const now = BigInt(Math.floor(server.clock.now() / 30_000))
      makeClient(() => null)
      return {
        actors: effectsOf(signInMachine),
        real: (event) => {
          if (event.field === 'username') return { ...event, value: username }
          return event.field === 'code' ? { ...event, value: shown(server, secret) } : event
        },
        // A code that was used before is refused as a wrong one is.
        refuse: async (key) => void (await used(key === 'wrongAuthenticatorCode' ? now + 1n : now - 1n)),
        welcome: async () => void (await used(now - 1n)),
        expectSaid: async ({ context: { token } }) => {
          if (token !== null) expect(await server.ok(info, {}, token)).toMatchObject({ username })
        },
      }
    },
  })

  testFlow(server, line, {
    shows: 'changing the password',
    machine: changePasswordMachine,
    events: [
      ...typing('changePassword.change', { old: PASSWORD, next: NEW, confirm: NEW }),
      { type: 'changePassword.submit' },
      ...endings('changePassword', null),
    ],
    distinct: ({ form }) => form,
    stage: async (_, makeClient: MakeClient) => {
      const { id, token, username } = await person(server)
      makeClient(() => token)
      return {
        input: { authenticator: false },
        actors: effectsOf(changePasswordMachine),
        ...byLock(server, id),
        expectSaid: async (now) => {
          if (now.hasTag('busy')) return
          const password = now.hasTag('done') ? NEW : PASSWORD
          expect(outcome(await server.call(login, { username, password }))).toBe('ok')
        },
      }
    },
  })

  testFlow(server, line, {
    shows: 'a forgotten password',
    machine: forgetMachine,
    events: [
      ...typing('forget.change', { address: 'a@b.co', code: '111111', next: NEW, confirm: NEW }),
      { type: 'forget.submit' },
      ...endings('resetPassword', null, spent),
    ],
    distinct: ({ form }) => form,
    stage: async (_, makeClient: MakeClient) => {
      const { token, target, username } = await person(server)
      server.clock.jump(60_000)
      await server.ok(mailCode, { email: target, purpose: 'forget' })
      const typed: Record<string, string> = { address: target, code: await codeTo(server, target) }
      makeClient(() => null)
      return {
        actors: effectsOf(forgetMachine),
        real: (event) => (event.field in typed ? { ...event, value: typed[event.field] } : event),
        ...bySpentCode(server, target),
        expectSaid: async (now) => {
          const isDone = now.hasTag('done')
          expect((await server.call(info, {}, token)).type).toBe(isDone ? 999 : 'ok')
          if (isDone) expect(outcome(await server.call(login, { username, password: NEW }))).toBe('ok')
        },
      }
    },
  })

  testFlow(server, line, {
    shows: 'having the code for a forgotten password sent',
    machine: sendCodeMachine,
    events: sendingTo(mailTo('a@b.co')),
    stage: async (_, makeClient: MakeClient) => {
      const { target } = await person(server)
      server.clock.jump(60_000)
      makeClient(() => null)
      return {
        actors: sendingOf(forgetMachine, 'sendCode'),
        real: (event) => (event.type === 'code.send' ? { ...event, target: mailTo(target) } : event),
        ...bySpentCode(server, target),
        expectSaid: async ({ context: { sent } }) => {
          if (!sent) return
          expect(sent.code).toBeNull()
          expect(await newestCodes(server.platform, target)).toMatchObject([{ purpose: 'forget' }])
        },
      }
    },
  })

  testFlow(server, line, {
    shows: 'registering',
    machine: registerMachine,
    input: () => ({ inviteCode: '' }),
    events: [
      done('loadPaper', { inviteCode: 'QUOIN' }),
      ...typing('register.change', {
        username: 'ada',
        password: PASSWORD,
        confirm: PASSWORD,
        address: 'a@b.co',
        code: '111111',
        inviteCode: 'QUOIN',
      }),
      { type: 'register.accept', terms: true, risks: true },
      { type: 'register.submit' },
      ...endings('register', 'token', spent),
    ],
    // The outbox is looked into first, then the form is filled in from above.
    canHappen: (event, now) => {
      const { form } = now.context
      if (now.context.paper === undefined) return /loadPaper$/.test(event.type)
      if (/loadPaper$/.test(event.type)) return false
      const order = ['username', 'password', 'confirm', 'address', 'code', 'inviteCode'] as const
      return event.type !== 'register.change' || order.find((field) => form[field] === '') === event.field
    },
    distinct: ({ form, accepted }) => [form, accepted],
    stage: async (_, makeClient: MakeClient) => {
      const username = newName()
      const target = `${username}@example.com`
      makeClient(() => null)
      await server.ok(mailCode, { email: target, purpose: 'register' })
      const typed: Record<string, string> = { username, address: target, code: await codeTo(server, target) }
      // Its state is followed, and no code is sent: it runs as it is.
      const { sendCode: _sendCode, ...actors } = effectsOf(registerMachine)
      return {
        input: { inviteCode: '' },
        actors,
        real: (event) => (event.field in typed ? { ...event, value: typed[event.field] } : event),
        ...bySpentCode(server, target),
        expectSaid: async ({ context: { token } }) => {
          const expected = token === null ? 'wrongPassword' : 'ok'
          expect(outcome(await server.call(login, { username, password: PASSWORD }))).toBe(expected)
        },
      }
    },
  })

  testFlow(server, line, {
    shows: 'having the code to register sent to a telephone',
    machine: sendCodeMachine,
    events: sendingTo({ channel: 'sms', areaCode: '39', address: '312 0000000' }),
    stage: async (_, makeClient: MakeClient) => {
      const phone = `312 ${String(++phones).padStart(7, '0')}`
      const target = `+39${phone.replace(' ', '')}`
      makeClient(() => null)
      return {
        actors: sendingOf(registerMachine, 'sendCode'),
        real: (event) =>
          event.type === 'code.send' ? { ...event, target: { ...event.target, address: phone } } : event,
        ...bySpentCode(server, target),
        expectSaid: async ({ context: { sent } }, passed) => {
          const codes = await newestCodes(server.platform, target)
          const isSent = passed.some(({ type }) => type === 'xstate.done.actor.sendCode')
          expect(codes.map(({ purpose }) => purpose)).toEqual(isSent ? ['register'] : [])
          if (sent) expect(sent.code).toBe(codes[0]?.code)
        },
      }
    },
  })

  testFlow(server, line, {
    shows: 'loading the area codes for a telephone',
    machine: loadFirstMachine,
    events: [done('load', []), failed('load', unanswered), { type: 'load.retry' }],
    stage: async (_, makeClient: MakeClient) => {
      makeClient(() => null)
      return {
        actors: effectsOf(loadAreaCodes as unknown as typeof loadFirstMachine),
        ...bySpentCode(server, 'nobody'),
        expectSaid: async ({ output }) => {
          if (output) expect(output).toContainEqual({ country: 'IT', areaCode: '39' })
        },
      }
    },
  })
})
