import { expect } from 'vitest'
import { payPasswordMachine } from '../../src/machines/payPassword.ts'
import { refused, unanswered } from './answers.ts'
import { done, failed, testMachine, type Walk } from './coverage.ts'

const unset = { set: false, authenticator: false, email: null, sent: null }
const set = { ...unset, set: true, authenticator: true, email: 'a•••@quoin.test' }
const sent = { sentAt: 1_700_000_000_000, code: '123456' }
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
  'form.failed': ({ can }) => {
    expect(can({ type: 'payPassword.retry' })).toBe(true)
  },
  'form.open': ({ snapshot }) => {
    const { info, mode } = snapshot().context
    expect(mode === 'set').toBe(!info.set)
  },
  'form.open.editing': ({ snapshot, passed }) => {
    if (passed.at(-1)?.type !== submit.type) return
    const { mode, errors, form } = snapshot().context
    expect(errors.next?.key).toBe(form.next === '' ? 'passwordLength' : undefined)
    expect(errors.confirm?.key).toBe(form.next === form.confirm ? undefined : 'passwordsInconsistent')
    expect(errors.old?.key).toBe(mode === 'change' && form.old === '' ? 'passwordLength' : undefined)
    expect(errors.password?.key).toBe(mode !== 'change' && form.password === '' ? 'passwordLength' : undefined)
    expect(errors.emailCode?.key).toBe(mode === 'reset' && !form.emailCode ? 'wrongVerificationCode' : undefined)
    expect(errors.code?.key).toBe(mode === 'reset' && !form.code ? 'authenticatorCodeRequired' : undefined)
  },
  'form.open.refused': ({ snapshot }) => {
    expect(snapshot().context).toMatchObject({ refusal: { key: 'wrongPayPassword' }, form: { next: 'Money Leaves 1' } })
  },
  'form.open.networkFailed': ({ snapshot }) => {
    expect(snapshot().context).toMatchObject({ refusal: null, form: { next: 'Money Leaves 1' } })
  },
  'form.submitting': ({ snapshot, effects, can }) => {
    const { form, mode } = snapshot().context
    expect(effects.get('submitPayPassword')?.input).toEqual({ ...form, mode })
    expect(can(submit)).toBe(false)
    expect(can(type('next', 'x') as never)).toBe(false)
  },
  'form.done': ({ snapshot, can }) => {
    expect(snapshot().context.form).toMatchObject({ old: '', next: '', confirm: '', password: '', code: '' })
    expect(can(submit)).toBe(false)
  },
  'code.sending': ({ snapshot, can }) => {
    expect(snapshot().context).toMatchObject({ sent: null, codeRefusal: null })
    expect(can(sendCode)).toBe(false)
  },
  'code.open.refused': ({ snapshot }) => {
    expect(snapshot().context.codeRefusal?.key).toBe('tooManyRequests')
  },
  'code.coolingDown': ({ snapshot, can }) => {
    expect(snapshot().context.sent).toEqual(sent)
    expect(can(sendCode)).toBe(false)
  },
}
const distinct: Walk<typeof payPasswordMachine>['distinct'] = ({ form, mode, errors }) => [form, mode, errors]
const input = () => ({ address: null })
const next = [type('next', 'Money Leaves 1'), type('confirm', 'Money Leaves 1')]

testMachine(payPasswordMachine, [
  {
    shows: 'sets the first one by the password of the account',
    input,
    events: [
      done('loadPayPassword', unset),
      failed('loadPayPassword', unanswered),
      { type: 'payPassword.retry' },
      ...next,
      type('password', 'Analytical 1'),
      ...endings,
    ],
    distinct,
    states,
  },
  {
    shows: 'changes it by the old one',
    input,
    events: [done('loadPayPassword', set), ...next, type('old', 'Money Leaves 0'), ...endings],
    distinct,
    states,
  },
  {
    shows: 'puts another in the place of a forgotten one, by all that is bound',
    input,
    events: [
      done('loadPayPassword', set),
      { type: 'payPassword.setMode', mode: 'reset' },
      ...next,
      type('password', 'Analytical 1'),
      type('code', '123456'),
      type('emailCode', '123456'),
      submit,
      done('submitPayPassword', set),
    ],
    distinct,
    // The fields stand there once the reset is chosen; one after the other is enough.
    canHappen: (event, snapshot) => {
      if (event.type !== 'payPassword.change') return true
      const { form, mode } = snapshot.context
      const order = ['next', 'confirm', 'password', 'code', 'emailCode'] as const
      return mode === 'reset' && order.find((field) => form[field] === '') === event.field
    },
    states,
  },
  {
    shows: 'has a code sent, once a minute',
    input,
    events: [
      sendCode,
      done('sendPayCode', sent),
      failed('sendPayCode', refused('tooManyRequests')),
      failed('sendPayCode', unanswered),
    ],
    states,
  },
])
