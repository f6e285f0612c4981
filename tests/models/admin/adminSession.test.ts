import { expect } from 'vitest'
import { adminSessionMachine } from '../../../src/machines/admin/adminSession.ts'
import { AdminError, type Operator } from '../../../src/machines/admin/wire.ts'
import { unanswered } from '../kit/answers.ts'
import { done, failed, testMachine } from '../kit/coverage.ts'

const ann: Operator = { name: 'ann', roles: ['support'], secondPerson: false, commands: [] }
const type = (field: string, value: string) => ({ type: 'admin.change', field, value })
const ended = new AdminError('sign in', { signedOut: true })
const wrong = new AdminError('name, password or code are not right')

testMachine(adminSessionMachine, [
  {
    shows: 'takes name, password and code, keeps no secret once they are sent, and nothing when the session has ended',
    events: [
      type('name', 'ann'),
      type('password', 'correct horse 9'),
      type('code', '123456'),
      { type: 'admin.retry' },
      { type: 'admin.signIn' },
      { type: 'admin.signOut' },
      { type: 'admin.ended' },
      done('readMe', ann),
      failed('readMe', ended),
      failed('readMe', unanswered),
      done('signIn'),
      failed('signIn', wrong),
      done('signOut'),
      failed('signOut', unanswered),
    ],
    distinct: ({ form }) => form,
    states: {
      reading: ({ effects, snapshot }) => {
        expect(effects.has('readMe')).toBe(true)
        expect(snapshot().context.form).toMatchObject({ password: '', code: '' })
      },
      unanswered: ({ snapshot, can }) => {
        expect(snapshot().context.failure).toMatch(/^No answer came/)
        expect(can({ type: 'admin.signIn' })).toBe(false)
      },
      signedOut: ({ snapshot, passed, can }) => {
        const { form, failure, me } = snapshot().context
        expect(me).toBeNull()
        expect(can({ type: 'admin.signIn' })).toBe(form.name !== '' && form.password !== '' && form.code !== '')
        const last = passed.at(-1)
        if (last?.error === wrong) expect([failure, form.code]).toEqual([wrong.message, ''])
        if (last?.type === 'admin.ended' && passed.at(-2)?.output === ann) {
          expect([failure, form]).toEqual([
            'Your session has ended. Sign in again.',
            { name: '', password: '', code: '' },
          ])
        }
      },
      signingIn: ({ effects, snapshot }) => {
        expect(effects.get('signIn')?.input).toEqual({ name: 'ann', password: 'correct horse 9', code: '123456' })
        expect(snapshot().context.failure).toBeNull()
      },
      atWork: ({ snapshot }) => expect(snapshot().context).toMatchObject({ me: ann, failure: null }),
      signingOut: ({ effects, snapshot }) => {
        expect(effects.has('signOut')).toBe(true)
        expect(snapshot().context.me).toBeNull()
      },
    },
  },
])
