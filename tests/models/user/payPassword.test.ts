import { expect } from 'vitest'
import { payPasswordMachine } from '../../../src/machines/user/payPassword.ts'
import { refused, unanswered } from '../kit/answers.ts'
import { done, failed, testMachine, type Walk } from '../kit/coverage.ts'
import { expectFailure } from '../kit/failures.ts'

const unset = { set: false, authenticator: false, email: null, sent: null }
const set = { ...unset, set: true, authenticator: true, email: 'a•••@quoin.test' }
const submit = { type: 'payPassword.submit' } as const
const sendCode = { type: 'payPassword.sendCode' } as const
const type = (field: string, value: string) => ({ type: 'payPassword.change', field, value })

const endings = [
  submit,
  done('submitPayPassword', set),
  failed('submitPayPassword', refused('wrongPayPassword')),
  failed('submitPayPassword', unanswered),
]
const states: Walk<typeof payPasswordMachine>['states'] = {
  open: (run) => {
    const { snapshot, passed } = run
    expect(snapshot().context.mode === 'set').toBe(!snapshot().context.info.set)
    expectFailure(run, 'old')
    if (passed.at(-1)?.error) expect(snapshot().context.form.next).toBe('Money Leaves 1')
    if (passed.at(-1)?.type !== submit.type) return
    const { mode, errors, form } = snapshot().context
    expect(errors.next?.key).toBe(form.next === '' ? 'passwordLength' : undefined)
    expect(errors.confirm?.key).toBe(form.next === form.confirm ? undefined : 'passwordsInconsistent')
    expect(errors.old?.key).toBe(mode === 'change' && form.old === '' ? 'passwordLength' : undefined)
    expect(errors.password?.key).toBe(mode !== 'change' && form.password === '' ? 'passwordLength' : undefined)
    expect(errors.emailCode?.key).toBe(mode === 'reset' && !form.emailCode ? 'wrongVerificationCode' : undefined)
    expect(errors.code?.key).toBe(mode === 'reset' && !form.code ? 'authenticatorCodeRequired' : undefined)
  },
  submitting: ({ snapshot, effects, can }) => {
    const { form, mode } = snapshot().context
    expect(effects.get('submitPayPassword')?.input).toEqual({ ...form, mode })
    expect(can(submit)).toBe(false)
    expect(can(type('next', 'x') as never)).toBe(false)
  },
  done: ({ snapshot, can }) => {
    expect(snapshot().context.form).toMatchObject({ old: '', next: '', confirm: '', password: '', code: '' })
    expect(can(submit)).toBe(false)
  },
}
const distinct: Walk<typeof payPasswordMachine>['distinct'] = ({ form, mode, errors }) => [form, mode, errors]
const input = () => ({ address: null })
const next = [type('next', 'Money Leaves 1'), type('confirm', 'Money Leaves 1')]

testMachine(payPasswordMachine, [
  {
    shows: 'sets the first one by the password of the account',
    input,
    callbacks: ['sendPayCode'],
    events: [done('load', unset), ...next, type('password', 'Analytical 1'), ...endings],
    distinct,
    states,
  },
  {
    shows: 'changes it by the old one',
    input,
    callbacks: ['sendPayCode'],
    events: [done('load', set), ...next, type('old', 'Money Leaves 0'), ...endings],
    distinct,
    states,
  },
  {
    shows: 'puts another in the place of a forgotten one, by all that is bound',
    input,
    callbacks: ['sendPayCode'],
    events: [
      done('load', set),
      { type: 'payPassword.setMode', mode: 'reset' },
      ...next,
      type('password', 'Analytical 1'),
      type('code', '123456'),
      type('emailCode', '123456'),
      submit,
      done('submitPayPassword', set),
    ],
    distinct,
    // The fields appear once the reset is selected; testing them in sequence is enough.
    canHappen: (event, snapshot) => {
      if (event.type !== 'payPassword.change') return true
      const { form, mode } = snapshot.context
      const order = ['next', 'confirm', 'password', 'code', 'emailCode'] as const
      return mode === 'reset' && order.find((field) => form[field] === '') === event.field
    },
    states,
  },
  {
    shows: 'has a code sent to the address that is bound',
    input,
    callbacks: ['sendPayCode'],
    events: [sendCode, done('load', set)],
    states: {
      '*': ({ effects, passed }) => {
        const asked = passed.filter(({ type }) => type === sendCode.type)
        expect(effects.get('code')?.heard).toEqual(asked.map(() => ({ type: 'code.send', target: null })))
      },
    },
  },
])
