import { expect } from 'vitest'
import { emailMachine } from '../../../src/machines/user/email.ts'
import { mailTo } from '../../../src/rules/account/credentials.ts'
import { refused, unanswered } from '../kit/answers.ts'
import { done, failed, testMachine, type Walk } from '../kit/coverage.ts'
import { expectFailure } from '../kit/failures.ts'

const none = { email: null, authenticator: false, sent: null }
const bound = { email: 'a•••@quoin.test', authenticator: true, sent: null }
const submit = { type: 'email.submit' } as const
const sendNew = { type: 'email.sendNew' } as const
const sendOld = { type: 'email.sendOld' } as const
const target = mailTo('new@quoin.test')
const type = (field: string, value: string) => ({ type: 'email.change', field, value })

const states: Walk<typeof emailMachine>['states'] = {
  '*': ({ snapshot, effects, passed }) => {
    const { form, errors, info } = snapshot().context
    const last = passed.at(-1)
    const heard = (id: string) => effects.get(id)?.heard ?? []
    if (last?.type === sendNew.type) {
      if (form.email.includes('@')) expect(heard('newCode').at(-1)).toEqual({ type: 'code.send', target })
      else expect(errors.email?.key).toBe('wrongEmail')
    }
    if (last?.field === 'email' && snapshot().matches('open')) {
      expect(heard('newCode').at(-1)).toEqual({ type: 'code.forget' })
    }
    expect(info.email !== null || heard('oldCode').every(({ type }) => type === 'code.forget')).toBe(true)
    if (last?.type === sendOld.type && info.email !== null && !snapshot().matches('done')) {
      expect(heard('oldCode').at(-1)).toEqual({ type: 'code.send', target: null })
    }
  },
  open: (run) => {
    const { snapshot, passed } = run
    const params = passed.at(-1)?.error?.refusal?.params
    expectFailure(run, params?.field === 'oldCode' ? 'oldCode' : 'newCode')
    if (passed.at(-1)?.error) {
      expect(snapshot().context.form).toMatchObject({
        email: 'new@quoin.test',
        newCode: '123456',
        password: 'Analytical 1',
      })
    }
    if (passed.at(-1)?.type !== submit.type) return
    const { form, errors, info } = snapshot().context
    const missing = (field: keyof typeof form, key: string) => (form[field] === '' ? key : undefined)
    expect(errors.email?.key).toBe(missing('email', 'wrongEmail'))
    expect(errors.newCode?.key).toBe(missing('newCode', 'wrongVerificationCode'))
    expect(errors.oldCode?.key).toBe(info.email ? missing('oldCode', 'wrongVerificationCode') : undefined)
    expect(errors.password?.key).toBe(missing('password', 'passwordLength'))
    expect(errors.code?.key).toBe(info.authenticator ? missing('code', 'authenticatorCodeRequired') : undefined)
  },
  submitting: ({ snapshot, effects, can }) => {
    expect(effects.get('bindEmail')?.input).toEqual(snapshot().context.form)
    expect(can(submit)).toBe(false)
    expect(can(type('email', 'x') as never)).toBe(false)
  },
  done: ({ snapshot, can, effects, passed }) => {
    if (passed.at(-1)?.type === 'xstate.done.actor.bindEmail') {
      for (const id of ['newCode', 'oldCode']) expect(effects.get(id)?.heard.at(-1)).toEqual({ type: 'code.forget' })
    }
    expect(snapshot().context).toMatchObject({
      info: { email: 'n•••@quoin.test' },
      form: { email: '', newCode: '', oldCode: '', password: '', code: '' },
    })
    expect(can(submit)).toBe(false)
  },
}
const distinct: Walk<typeof emailMachine>['distinct'] = ({ form, errors }) => [form, errors]
const input = () => ({ address: null })
const boundNew = { ...bound, email: 'n•••@quoin.test' }
const wrong = (field: string) => failed('bindEmail', refused('wrongVerificationCode', { field }))
const fields = [type('email', ' new@quoin.test'), type('newCode', '123456'), type('password', 'Analytical 1')]

testMachine(emailMachine, [
  {
    shows: 'binds the first one by a code to it and the password',
    input,
    callbacks: ['sendNewCode', 'sendOldCode'],
    events: [
      done('load', none),
      type('email', 'new@quoin.test'),
      ...fields.slice(1),
      submit,
      sendOld,
      done('bindEmail', boundNew),
      wrong('code'),
      failed('bindEmail', unanswered),
    ],
    distinct,
    states,
  },
  {
    shows: 'changes it by a code to each of the two, and by all that is bound',
    input,
    callbacks: ['sendNewCode', 'sendOldCode'],
    events: [
      done('load', bound),
      type('email', 'new@quoin.test'),
      ...fields.slice(1),
      type('oldCode', '654321'),
      type('code', '123456'),
      submit,
      done('bindEmail', boundNew),
      wrong('oldCode'),
    ],
    distinct,
    // One field after the other is enough.
    canHappen: (event, snapshot) => {
      if (event.type !== 'email.change') return true
      const order = ['email', 'newCode', 'password', 'oldCode', 'code'] as const
      const { form } = snapshot.context
      return snapshot.matches('loading') || order.find((field) => form[field] === '') === event.field
    },
    states,
  },
  {
    shows: 'has a code sent to the new address, and forgets it where that changes',
    input,
    callbacks: ['sendNewCode', 'sendOldCode'],
    events: [
      done('load', none),
      type('email', ' new@quoin.test'),
      type('email', 'nowhere'),
      type('password', 'Analytical 1'),
      sendNew,
    ],
    distinct: ({ form, errors }) => [form.email, errors],
    states,
  },
  {
    shows: 'has a code sent to the old address, where there is one',
    input,
    callbacks: ['sendNewCode', 'sendOldCode'],
    events: [done('load', bound), done('load', none), sendOld],
    distinct: ({ info }) => info.email,
    states,
  },
])
