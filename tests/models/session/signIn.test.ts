import { expect } from 'vitest'
import { signInMachine } from '../../../src/machines/session/signIn.ts'
import { refused, unanswered } from '../kit/answers.ts'
import { done, failed, testMachine } from '../kit/coverage.ts'
import { expectFailure } from '../kit/failures.ts'

const submit = { type: 'signIn.submit' } as const

testMachine(signInMachine, [
  {
    shows: 'keeps what was typed until the server says yes, and sends it once at a time',
    events: [
      { type: 'signIn.change', field: 'username', value: ' ada ' },
      { type: 'signIn.change', field: 'username', value: 'a' },
      { type: 'signIn.change', field: 'password', value: 'Analytical 1' },
      { type: 'signIn.change', field: 'password', value: '12345' },
      { type: 'signIn.change', field: 'code', value: '123 456' },
      { type: 'signIn.change', field: 'code', value: '12' },
      { type: 'signIn.back' },
      submit,
      done('signIn', 'a-token-of-one-session'),
      failed('signIn', refused('wrongPassword')),
      failed('signIn', unanswered),
      failed('signIn', refused('authenticatorCodeRequired')),
      done('signInByCode', 'a-token-of-one-session'),
      failed('signInByCode', refused('wrongAuthenticatorCode')),
      failed('signInByCode', unanswered),
    ],
    distinct: ({ form, errors }) => [form, errors],
    // The code's field appears on request and replaces the others.
    canHappen: (event, snapshot) => {
      if (event.type !== 'signIn.change') return true
      return (event.field === 'code') === snapshot.hasTag('askingCode')
    },
    states: {
      '*': ({ snapshot, begun, passed }) => {
        const { username, password } = snapshot().context.form
        const typed = (field: string) => passed.findLast((event) => event.field === field)?.value ?? ''
        expect(username).toBe(typed('username'))
        expect(password).toBe(snapshot().hasTag('done') ? '' : typed('password'))
        expect(begun.length).toBeLessThanOrEqual(passed.filter(({ type }) => type === submit.type).length)
        for (const { input } of begun) expect(input).toMatchObject({ username: 'ada', password: 'Analytical 1' })
      },
      code: (run) => {
        const { snapshot, can, passed } = run
        expect(snapshot().hasTag('askingCode')).toBe(true)
        expect(snapshot().context.form).toMatchObject({ username: ' ada ', password: 'Analytical 1' })
        expect(snapshot().context.token).toBeNull()
        expect(can({ type: 'signIn.back' })).toBe(true)
        const { form, errors, failure } = snapshot().context
        const { code } = form
        if (/signInByCode$/.test(passed.at(-1)?.type ?? '')) {
          expectFailure(run, 'code')
          expect(code).toBe('123 456')
        } else if (passed.at(-1)?.error) expect([code, errors, failure]).toEqual(['', {}, null])
        if (passed.at(-1)?.type !== submit.type) return
        expect(errors.code?.key).toBe({ '': 'authenticatorCodeRequired', 12: 'wrongAuthenticatorCode' }[code])
      },
      checkingCode: ({ snapshot, effects, can }) => {
        expect(snapshot().hasTag('busy') && snapshot().hasTag('askingCode')).toBe(true)
        expect(effects.get('signInByCode')?.input).toMatchObject({ code: '123 456' })
        expect(can(submit)).toBe(false)
        expect(can({ type: 'signIn.back' })).toBe(false)
      },
      form: (run) => {
        const { snapshot, passed, effects, can } = run
        expect(effects.size).toBe(0)
        expect(can(submit)).toBe(true)
        expectFailure(run, 'password')
        const [before, last] = passed.slice(-2).map(({ type }) => type)
        if (last === 'signIn.back' && before?.endsWith('signInByCode')) expect(snapshot().context.failure).toBeNull()
        if (passed.at(-1)?.type !== submit.type) return
        const { form, errors } = snapshot().context
        const { username, password } = form
        expect(errors.username?.key).toBe({ '': 'credentialsRequired', a: 'usernameForm' }[username])
        expect(errors.password?.key).toBe({ '': 'credentialsRequired', '12345': 'passwordLength' }[password])
        expect(Object.keys(errors).length).toBeGreaterThan(0)
      },
      submitting: ({ snapshot, effects, can }) => {
        expect(snapshot().hasTag('busy')).toBe(true)
        expect(snapshot().context.failure).toBeNull()
        expect(effects.get('signIn')?.input).toEqual({ username: 'ada', password: 'Analytical 1', code: '' })
        expect(can(submit)).toBe(false)
        expect(can({ type: 'signIn.change', field: 'password', value: 'x' })).toBe(false)
      },
      done: ({ snapshot, can }) => {
        expect(snapshot().context.token).toBe('a-token-of-one-session')
        expect(can(submit)).toBe(false)
      },
    },
  },
])
