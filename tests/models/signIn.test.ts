import { expect } from 'vitest'
import { signInMachine } from '../../src/machines/signIn.ts'
import { refused, unanswered } from './answers.ts'
import { done, failed, testMachine } from './coverage.ts'

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
    distinct: ({ username, password, code, errors }) => [username, password, code, errors],
    // The code has no field before it is asked for, and the others none while it is.
    canHappen: (event, snapshot) => {
      if (event.type !== 'signIn.change') return true
      return (event.field === 'code') === snapshot.hasTag('askingCode')
    },
    states: {
      '*': ({ snapshot, begun, passed }) => {
        const { context } = snapshot()
        const typed = (field: string) => passed.findLast((event) => event.field === field)?.value ?? ''
        expect(context.username).toBe(typed('username'))
        expect(context.password).toBe(snapshot().hasTag('done') ? '' : typed('password'))
        expect(begun.length).toBeLessThanOrEqual(passed.filter(({ type }) => type === submit.type).length)
        for (const { input } of begun) expect(input).toMatchObject({ username: 'ada', password: 'Analytical 1' })
      },
      code: ({ snapshot, can }) => {
        expect(snapshot().hasTag('askingCode')).toBe(true)
        expect(snapshot().context).toMatchObject({ username: ' ada ', password: 'Analytical 1', token: null })
        expect(can({ type: 'signIn.back' })).toBe(true)
      },
      'code.editing': ({ snapshot, passed }) => {
        const { code, errors, refusal } = snapshot().context
        if (passed.at(-1)?.error) expect([code, errors, refusal]).toEqual(['', {}, null])
        if (passed.at(-1)?.type !== submit.type) return
        expect(errors.code?.key).toBe({ '': 'authenticatorCodeRequired', 12: 'wrongAuthenticatorCode' }[code])
      },
      'code.refused': ({ snapshot }) => {
        expect(snapshot().context).toMatchObject({ code: '123 456', refusal: { key: 'wrongAuthenticatorCode' } })
      },
      'code.networkFailed': ({ snapshot }) => {
        expect(snapshot().context).toMatchObject({ code: '123 456', refusal: null })
      },
      checkingCode: ({ snapshot, effects, can }) => {
        expect(snapshot().hasTag('busy') && snapshot().hasTag('askingCode')).toBe(true)
        expect(effects.get('signInByCode')?.input).toMatchObject({ code: '123 456' })
        expect(can(submit)).toBe(false)
        expect(can({ type: 'signIn.back' })).toBe(false)
      },
      'form.editing': ({ snapshot, passed, effects }) => {
        expect(effects.size).toBe(0)
        if (passed.at(-1)?.type !== submit.type) return
        const { username, password, errors } = snapshot().context
        expect(errors.username?.key).toBe({ '': 'credentialsRequired', a: 'usernameForm' }[username])
        expect(errors.password?.key).toBe({ '': 'credentialsRequired', '12345': 'passwordLength' }[password])
        expect(Object.keys(errors).length).toBeGreaterThan(0)
      },
      'form.refused': ({ snapshot, can }) => {
        expect(snapshot().hasTag('refused')).toBe(true)
        expect(snapshot().context.refusal).toEqual({ key: 'wrongPassword', params: {}, text: '用户名或密码错误' })
        expect(can(submit)).toBe(true)
      },
      'form.networkFailed': ({ snapshot, can }) => {
        expect(snapshot().context.refusal).toBeNull()
        expect(can(submit)).toBe(true)
      },
      submitting: ({ snapshot, effects, can }) => {
        expect(snapshot().hasTag('busy')).toBe(true)
        expect(snapshot().context.refusal).toBeNull()
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
