import { expect } from 'vitest'
import { emailMachine } from '../../src/machines/email.ts'
import { refused, unanswered } from './answers.ts'
import { done, failed, testMachine, type Walk } from './coverage.ts'

const none = { email: null, authenticator: false, sent: null }
const bound = { email: 'a•••@quoin.test', authenticator: true, sent: null }
const sent = { sentAt: 1_700_000_000_000, code: '123456' }
const submit = { type: 'email.submit' } as const
const sendNew = { type: 'email.sendNew' } as const
const sendOld = { type: 'email.sendOld' } as const
const type = (field: string, value: string) => ({ type: 'email.change', field, value })

const states: Walk<typeof emailMachine>['states'] = {
  '*': ({ snapshot, begun }) => {
    const { form, sentNew } = snapshot().context
    if (sentNew === null) return
    expect(begun.findLast(({ src }) => src === 'sendNewCode')?.input).toEqual({ email: form.email.trim() })
  },
  'form.failed': ({ can }) => {
    expect(can({ type: 'email.retry' })).toBe(true)
  },
  'form.open.editing': ({ snapshot, passed }) => {
    if (passed.at(-1)?.type !== submit.type) return
    const { form, errors, info } = snapshot().context
    const missing = (field: keyof typeof form, key: string) => (form[field] === '' ? key : undefined)
    expect(errors.email?.key).toBe(missing('email', 'wrongEmail'))
    expect(errors.newCode?.key).toBe(missing('newCode', 'wrongVerificationCode'))
    expect(errors.oldCode?.key).toBe(info.email ? missing('oldCode', 'wrongVerificationCode') : undefined)
    expect(errors.password?.key).toBe(missing('password', 'passwordLength'))
    expect(errors.code?.key).toBe(info.authenticator ? missing('code', 'authenticatorCodeRequired') : undefined)
  },
  'form.open.refused': ({ snapshot, passed }) => {
    const params = passed.findLast(({ type }) => type === 'xstate.error.actor.bindEmail')?.error.refusal.params
    const field = params.field === 'oldCode' ? 'oldCode' : 'newCode'
    expect(snapshot().context.refusal).toMatchObject({ key: 'wrongVerificationCode', field })
    expect(snapshot().context.form).toMatchObject({ email: 'new@quoin.test', password: 'Analytical 1' })
  },
  'form.open.networkFailed': ({ snapshot }) => {
    expect(snapshot().context).toMatchObject({ refusal: null, form: { email: 'new@quoin.test', newCode: '123456' } })
  },
  'form.submitting': ({ snapshot, effects, can }) => {
    expect(effects.get('bindEmail')?.input).toEqual(snapshot().context.form)
    expect(can(submit)).toBe(false)
    expect(can(type('email', 'x') as never)).toBe(false)
  },
  'form.done': ({ snapshot, can }) => {
    expect(snapshot().context).toMatchObject({
      info: { email: 'n•••@quoin.test' },
      form: { email: '', newCode: '', oldCode: '', password: '', code: '' },
    })
    expect(can(submit)).toBe(false)
  },
  'newCode.open': ({ snapshot, passed }) => {
    if (passed.at(-1)?.type === sendNew.type) expect(snapshot().context.errors.email?.key).toBe('wrongEmail')
  },
  'newCode.open.refused': ({ snapshot }) => {
    expect(snapshot().context.newCodeRefusal?.key).toBe('tooManyRequests')
  },
  'newCode.asked.sending': ({ snapshot, effects, can }) => {
    expect(effects.get('sendNewCode')?.input).toEqual({ email: 'new@quoin.test' })
    expect(snapshot().context).toMatchObject({ sentNew: null, newCodeRefusal: null })
    expect(can(sendNew)).toBe(false)
  },
  'newCode.asked.coolingDown': ({ snapshot, can }) => {
    expect(snapshot().context.sentNew).toEqual(sent)
    expect(can(sendNew)).toBe(false)
  },
  'oldCode.open.ready': ({ snapshot, can }) => {
    expect(can(sendOld)).toBe(snapshot().context.info.email !== null)
  },
  'oldCode.open.refused': ({ snapshot }) => {
    expect(snapshot().context.oldCodeRefusal?.key).toBe('tooManyRequests')
  },
  'oldCode.sending': ({ snapshot, can }) => {
    expect(snapshot().context).toMatchObject({ sentOld: null, oldCodeRefusal: null })
    expect(can(sendOld)).toBe(false)
  },
  'oldCode.coolingDown': ({ snapshot, can }) => {
    expect(snapshot().context.sentOld).toEqual(sent)
    expect(can(sendOld)).toBe(false)
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
    events: [
      done('loadEmail', none),
      failed('loadEmail', unanswered),
      { type: 'email.retry' },
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
    events: [
      done('loadEmail', bound),
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
      return snapshot.hasTag('loading') || order.find((field) => form[field] === '') === event.field
    },
    states,
  },
  {
    shows: 'has a code sent to the new address, and lets the same one wait for the next',
    input,
    events: [
      done('loadEmail', none),
      type('email', ' new@quoin.test'),
      type('email', 'nowhere'),
      type('password', 'Analytical 1'),
      sendNew,
      done('sendNewCode', sent),
      failed('sendNewCode', refused('tooManyRequests')),
      failed('sendNewCode', unanswered),
    ],
    distinct: ({ form, sentNew }) => [form.email, sentNew],
    states: {
      ...states,
      '*': ({ snapshot, passed }) => {
        const last = passed.findLastIndex(({ type, field }) => type === 'email.change' && field === 'email')
        const answered = passed.findLastIndex(({ type }) => type === 'xstate.done.actor.sendNewCode')
        if (last > answered) expect(snapshot().context.sentNew).toBeNull()
      },
    },
  },
  {
    shows: 'has a code sent to the old address, once a minute',
    input,
    events: [
      done('loadEmail', bound),
      sendOld,
      done('sendOldCode', sent),
      failed('sendOldCode', refused('tooManyRequests')),
      failed('sendOldCode', unanswered),
    ],
    distinct: ({ info }) => info.email,
    states,
  },
])
