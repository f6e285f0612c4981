import { expect } from 'vitest'
import { forgetMachine } from '../../../src/machines/session/forget.ts'
import { type CodeTarget, targetErrors } from '../../../src/rules/account/credentials.ts'
import { refused, unanswered } from '../kit/answers.ts'
import { done, failed, testMachine, type Walk } from '../kit/coverage.ts'
import { expectFailure } from '../kit/failures.ts'

const submit = { type: 'forget.submit' } as const
const sendCode = { type: 'forget.sendCode' } as const
const type = (field: string, value: string) => ({ type: 'forget.change', field, value })
const complete = [
  type('address', 'ada@quoin.test'),
  type('code', '123456'),
  type('next', 'Difference 2'),
  type('confirm', 'Difference 2'),
]

const targetOf = ({ channel, areaCode, address }: CodeTarget): CodeTarget => ({
  channel,
  areaCode,
  address: address.trim(),
})

const states: Walk<typeof forgetMachine>['states'] = {
  '*': ({ snapshot, effects, passed }) => {
    const { form, errors } = snapshot().context
    const heard = effects.get('code')?.heard ?? []
    const last = passed.at(-1)
    if (last?.type === sendCode.type) {
      if (Object.keys(targetErrors(form)).length > 0) expect(errors.address).toBeDefined()
      else expect(heard.at(-1)).toEqual({ type: 'code.send', target: targetOf(form) })
      expect(errors.code).toBeUndefined()
    }
    const changesTarget = last?.type === 'forget.setChannel' || ['address', 'areaCode'].includes(last?.field)
    if (changesTarget && snapshot().matches('open')) expect(heard.at(-1)).toEqual({ type: 'code.forget' })
  },
  open: (run) => {
    const { snapshot, passed, can } = run
    expect(can(submit)).toBe(true)
    expectFailure(run, 'code')
    if (passed.at(-1)?.error) expect(snapshot().context.form).toMatchObject({ code: '123456', next: 'Difference 2' })
    if (passed.at(-1)?.type !== submit.type) return
    const { form, errors } = snapshot().context
    expect(errors.address?.key).toBe(form.address === '' ? 'wrongEmail' : undefined)
    expect(errors.code?.key).toBe(form.code === '' ? 'wrongVerificationCode' : undefined)
    expect(errors.next?.key).toBe(form.next === '' ? 'passwordLength' : undefined)
    expect(errors.confirm?.key).toBe(form.next === form.confirm ? undefined : 'passwordsInconsistent')
  },
  submitting: ({ snapshot, effects, can }) => {
    expect(effects.get('resetPassword')?.input).toEqual(snapshot().context.form)
    expect(can(submit)).toBe(false)
    expect(can(type('next', 'x') as never)).toBe(false)
  },
  done: ({ snapshot, can }) => {
    expect(snapshot().context.form).toMatchObject({ address: '', code: '', next: '', confirm: '' })
    expect(can(submit)).toBe(false)
  },
}

testMachine(forgetMachine, [
  {
    shows: 'sends a whole form once, keeps what was typed until it stands, and drops the passwords then',
    callbacks: ['sendCode'],
    events: [
      ...complete,
      submit,
      done('resetPassword', null),
      failed('resetPassword', refused('wrongVerificationCode')),
      failed('resetPassword', unanswered),
    ],
    distinct: ({ form, errors }) => [form, errors],
    states,
  },
  {
    shows: 'has a code sent to what stands in the form, and forgets it where that changes',
    callbacks: ['sendCode'],
    events: [
      type('address', 'ada@quoin.test'),
      type('address', 'nowhere'),
      type('areaCode', '39'),
      type('code', '123456'),
      type('address', '333 123 4567'),
      { type: 'forget.setChannel', channel: 'sms' },
      { type: 'forget.setChannel', channel: 'mail' },
      sendCode,
    ],
    distinct: ({ form }) => [form.address, form.channel, form.areaCode],
    states,
  },
])
