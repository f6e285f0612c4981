import { beforeAll, expect } from 'vitest'
import { commit } from '../../../server/platform/unit.ts'
import { newestCodes, setStatus } from '../../../server/user/index.ts'
import { info, login, mailCode } from '../../../src/api/user.ts'
import { createChangePassword } from '../../../src/machines/actors/change-password.ts'
import { createLoadAreaCodes } from '../../../src/machines/actors/load-area-codes.ts'
import { createLoadPaper } from '../../../src/machines/actors/load-paper.ts'
import { createRegister } from '../../../src/machines/actors/register.ts'
import { createResetPassword } from '../../../src/machines/actors/reset-password.ts'
import { createSendCode } from '../../../src/machines/actors/send-code.ts'
import { createSignIn } from '../../../src/machines/actors/sign-in.ts'
import { changePasswordMachine } from '../../../src/machines/changePassword.ts'
import { forgetMachine } from '../../../src/machines/forget.ts'
import { registerMachine } from '../../../src/machines/register.ts'
import { signInMachine } from '../../../src/machines/signIn.ts'
import { refused, unanswered } from '../../models/answers.ts'
import { done, failed } from '../../models/paths.ts'
import { describeServer } from '../harness.ts'
import { bound, outcome, PASSWORD, shown } from '../user/support.ts'
import {
  byLock,
  bySpentCode,
  codeTo,
  endings,
  type MakeClient,
  NEW,
  newName,
  person,
  spent,
  typing,
} from './support.ts'
import { type Line, openLine, testFlow } from './walk.ts'

let phones = 0

describeServer('the flows that sign someone in, over HTTP', (server) => {
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
    distinct: ({ username, password }) => [username, password],
    stage: async (_, makeClient: MakeClient) => {
      const { id, username } = await person(server)
      const status = (to: 'frozen' | 'active') => commit(server.platform, (unit) => setStatus(unit, id, to))
      return {
        actors: { signIn: createSignIn(makeClient(() => null)) },
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
    distinct: ({ username, password, code }) => [username, password, code],
    stage: async (_, makeClient: MakeClient) => {
      const { id, token, username } = await person(server)
      const { secret } = await bound(server, token)
      const used = (step: bigint) =>
        server.platform.db.updateTable('authenticators').set({ used_step: step }).where('user_id', '=', id).execute()
      const now = BigInt(Math.floor(server.clock.now() / 30_000))
      return {
        actors: { signIn: createSignIn(makeClient(() => null)) },
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
    distinct: ({ old, next, confirm }) => [old, next, confirm],
    stage: async (_, makeClient: MakeClient) => {
      const { id, token, username } = await person(server)
      return {
        actors: { changePassword: createChangePassword(makeClient(() => token)) },
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
      const client = makeClient(() => null)
      return {
        actors: {
          resetPassword: createResetPassword(client),
          sendCode: createSendCode(client, Date.now, 'forget'),
          loadAreaCodes: createLoadAreaCodes(client),
        },
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
    machine: forgetMachine,
    events: [
      ...typing('forget.change', { address: 'a@b.co' }),
      { type: 'forget.setChannel', channel: 'sms' },
      done('loadAreaCodes', [{ country: 'IT', areaCode: '39' }]),
      failed('loadAreaCodes', unanswered),
      { type: 'forget.loadAreas' },
      { type: 'forget.sendCode' },
      done('sendCode', { ticket: 't', sentAt: 1 }),
      failed('sendCode', unanswered),
    ],
    canHappen: (event, { context: { form } }) => event.type !== 'forget.change' || form.channel === 'mail',
    distinct: ({ form, sent }) => [form.address, form.channel, sent === null],
    stage: async (_, makeClient: MakeClient) => {
      const { target } = await person(server)
      server.clock.jump(60_000)
      const client = makeClient(() => null)
      return {
        actors: {
          resetPassword: createResetPassword(client),
          sendCode: createSendCode(client, Date.now, 'forget'),
          loadAreaCodes: createLoadAreaCodes(client),
        },
        real: (event) => (event.field === 'address' ? { ...event, value: target } : event),
        ...bySpentCode(server, target),
        expectSaid: async ({ context: { sent, areaCodes } }) => {
          if (sent) expect(await newestCodes(server.platform, target)).toMatchObject([{ purpose: 'forget' }])
          if (areaCodes.length > 0) expect(areaCodes).toContainEqual({ country: 'IT', areaCode: '39' })
        },
      }
    },
  })

  testFlow(server, line, {
    shows: 'registering',
    machine: registerMachine,
    input: () => ({ inviteCode: '' }),
    events: [
      done('loadPaper', { inviteCode: 'QUOIN', code: null }),
      ...typing('register.change', {
        username: 'ada',
        password: PASSWORD,
        confirm: PASSWORD,
        address: 'a@b.co',
        code: '111111',
        inviteCode: 'QUOIN',
      }),
      { type: 'register.sendCode' },
      done('sendCode', { ticket: 'ticket-0001', sentAt: 1 }),
      failed('sendCode', unanswered),
      { type: 'register.submit' },
      ...endings('register', 'token', spent),
    ],
    // The outbox is looked into first, then the form is filled in from above, and the code goes out before it is typed.
    canHappen: (event, now) => {
      const { form, ticket } = now.context
      if (/loadPaper$/.test(event.type)) return true
      if (now.matches({ paper: 'loading' })) return false
      if (event.type === 'register.sendCode') return form.address !== '' && ticket === null
      const order = ['username', 'password', 'confirm', 'address', 'code', 'inviteCode'] as const
      const next = order.find((field) => form[field] === '')
      return event.type !== 'register.change' || (next === event.field && (next !== 'code' || ticket !== null))
    },
    distinct: ({ form, ticket }) => [form, ticket === null],
    stage: async (_, makeClient: MakeClient) => {
      const username = newName()
      const target = `${username}@example.com`
      const client = makeClient(() => null)
      const typed: Record<string, string> = { username, address: target }
      return {
        input: { inviteCode: '' },
        actors: {
          register: createRegister(client),
          sendCode: createSendCode(client, Date.now, 'register'),
          loadPaper: createLoadPaper(client),
          loadAreaCodes: createLoadAreaCodes(client),
        },
        real: (event, { context: { paper } }) => {
          if (event.field === 'code') return { ...event, value: paper?.code ?? 'none' }
          return event.field in typed ? { ...event, value: typed[event.field] } : event
        },
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
    machine: registerMachine,
    input: () => ({ inviteCode: '' }),
    events: [
      done('loadPaper', { inviteCode: 'QUOIN', code: null }),
      { type: 'register.setChannel', channel: 'sms' },
      done('loadAreaCodes', [{ country: 'IT', areaCode: '39' }]),
      failed('loadAreaCodes', unanswered),
      { type: 'register.loadAreas' },
      ...typing('register.change', { areaCode: '39', address: '312 0000000' }),
      { type: 'register.sendCode' },
      done('sendCode', { ticket: 'ticket-0001', sentAt: 1 }),
      failed('sendCode', unanswered),
    ],
    canHappen: (event, now) => {
      const { form, areaCodes, ticket } = now.context
      if (/loadPaper$/.test(event.type)) return true
      if (now.matches({ paper: 'loading' })) return false
      if (event.type === 'register.setChannel') return form.channel === 'mail'
      if (event.type === 'register.sendCode') return form.address !== '' && ticket === null
      if (event.type !== 'register.change') return true
      return (
        areaCodes.length > 0 && (form.areaCode === '' ? 'areaCode' : 'address') === event.field && form.address === ''
      )
    },
    distinct: ({ form, ticket, areaCodes }) => [form, ticket === null, areaCodes.length],
    stage: async (_, makeClient: MakeClient) => {
      const phone = `312 ${String(++phones).padStart(7, '0')}`
      const target = `+39${phone.replace(' ', '')}`
      const client = makeClient(() => null)
      return {
        input: { inviteCode: '' },
        actors: {
          register: createRegister(client),
          sendCode: createSendCode(client, Date.now, 'register'),
          loadPaper: createLoadPaper(client),
          loadAreaCodes: createLoadAreaCodes(client),
        },
        real: (event) => (event.field === 'address' ? { ...event, value: phone } : event),
        ...bySpentCode(server, target),
        expectSaid: async ({ context: { ticket, areaCodes } }) => {
          const codes = await newestCodes(server.platform, target)
          expect(codes.map(({ purpose }) => purpose)).toEqual(ticket === null ? [] : ['register'])
          if (areaCodes.length > 0) expect(areaCodes).toContainEqual({ country: 'IT', areaCode: '39' })
        },
      }
    },
  })
})
