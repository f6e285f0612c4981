import { expect } from 'vitest'
import { signInMachine } from '../../../src/machines/session/signIn.ts'
import { refused, unanswered } from '../kit/answers.ts'
import { done, failed, testMachine } from '../kit/coverage.ts'
import { expectFailure } from '../kit/failures.ts'

const submit = { type: 'signIn.submit' } as const
const notePasskeyUse = { type: 'signIn.passkey' } as const

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
      notePasskeyUse,
      submit,
      done('signIn', 'a-token-of-one-session'),
      failed('signIn', refused('wrongPassword')),
      failed('signIn', unanswered),
      failed('signIn', refused('authenticatorCodeRequired')),
      done('signInByCode', 'a-token-of-one-session'),
      failed('signInByCode', refused('wrongAuthenticatorCode')),
      failed('signInByCode', unanswered),
      done('signInByPasskey', 'a-token-of-one-session'),
      failed('signInByPasskey', refused('passkeyRefused')),
      failed('signInByPasskey', unanswered),
      done('signInByBoth', 'a-token-of-one-session'),
      failed('signInByBoth', refused('passkeyRefused')),
    ],
    distinct: ({ form, errors }) => [form, errors],
    // The code's field appears on request and replaces the others.
    canHappen: (event, snapshot) => {
      if (event.type !== 'signIn.change') return true
      return (event.field === 'code') === snapshot.hasTag('askingCode')
    },
    states: {
      '*': ({ snapshot, begun, passed, effects }) => {
        const { username, password } = snapshot().context.form
        // While a passkey is asked for, and after it, nothing can be typed.
        const asked = passed.findLastIndex(({ type }) => type === notePasskeyUse.type)
        const isOver = snapshot().hasTag('done') || effects.has('signInByPasskey')
        const heard = isOver && asked >= 0 ? passed.slice(0, asked) : passed
        const typed = (field: string) => heard.findLast((event) => event.field === field)?.value ?? ''
        expect(username).toBe(typed('username'))
        expect(password).toBe(snapshot().hasTag('done') ? '' : typed('password'))
        expect(begun.length).toBeLessThanOrEqual(
          passed.filter(({ type }) => type === submit.type || type === notePasskeyUse.type).length,
        )
        for (const { id, input } of begun)
          if (id !== 'signInByPasskey') expect(input).toMatchObject({ username: 'ada', password: 'Analytical 1' })
      },
      code: (run) => {
        const { snapshot, can, passed } = run
        expect(snapshot().hasTag('askingCode')).toBe(true)
        expect(snapshot().context.form).toMatchObject({ username: ' ada ', password: 'Analytical 1' })
        expect(snapshot().context.token).toBeNull()
        expect(can({ type: 'signIn.back' })).toBe(true)
        const { form, errors, failure } = snapshot().context
        const { code } = form
        if (/signInByBoth$/.test(passed.at(-1)?.type ?? '')) expectFailure(run)
        else if (/signInByCode$/.test(passed.at(-1)?.type ?? '')) {
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
      usingPasskey: ({ snapshot, effects, can }) => {
        expect(snapshot().hasTag('busy')).toBe(true)
        expect(snapshot().context.failure).toBeNull()
        expect([...effects.keys()]).toEqual(['signInByPasskey'])
        expect(can(submit) || can(notePasskeyUse)).toBe(false)
      },
      checkingPasskey: ({ snapshot, effects, can }) => {
        expect(snapshot().hasTag('busy') && snapshot().hasTag('askingCode')).toBe(true)
        expect([...effects.keys()]).toEqual(['signInByBoth'])
        expect(can(submit) || can(notePasskeyUse) || can({ type: 'signIn.back' })).toBe(false)
      },
      form: (run) => {
        const { snapshot, passed, effects, can } = run
        expect(effects.size).toBe(0)
        expect(can(submit)).toBe(true)
        expectFailure(run, /Passkey$/.test(passed.at(-1)?.type ?? '') ? null : 'password')
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
      done: ({ snapshot, can, passed }) => {
        const byPasskey = passed.some(({ type }) => type.endsWith('done.actor.signInByPasskey'))
        expect(snapshot().context.method).toBe(byPasskey ? 'passkey' : 'password')
        expect(snapshot().context.token).toBe('a-token-of-one-session')
        expect(can(submit)).toBe(false)
      },
    },
  },
])
