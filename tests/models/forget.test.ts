import { expect } from 'vitest'
import { forgetMachine } from '../../src/machines/forget.ts'
import { type CodeTarget, targetErrors } from '../../src/rules/credentials.ts'
import { refused, unanswered } from './answers.ts'
import { done, failed, testMachine, type Walk } from './coverage.ts'

const submit = { type: 'forget.submit' } as const
const sendCode = { type: 'forget.sendCode' } as const
const type = (field: string, value: string) => ({ type: 'forget.change', field, value })
const sent = { ticket: 'ticket-0001', sentAt: 1_700_000_000_000 }
const complete = [
  type('address', 'ada@quoin.test'),
  type('code', '123456'),
  type('next', 'Difference 2'),
  type('confirm', 'Difference 2'),
]

const targetOf = ({ channel, areaCode, address }: CodeTarget): CodeTarget => ({ channel, areaCode, address })

const states: Walk<typeof forgetMachine>['states'] = {
  '*': ({ snapshot, begun }) => {
    const { form, sent } = snapshot().context
    if (sent) expect(begun.findLast(({ src }) => src === 'sendCode')?.input).toEqual(targetOf(form))
  },
  'form.open.editing': ({ snapshot, passed }) => {
    if (passed.at(-1)?.type !== submit.type) return
    const { form, errors } = snapshot().context
    expect(errors.address?.key).toBe(form.address === '' ? 'wrongEmail' : undefined)
    expect(errors.code?.key).toBe(form.code === '' ? 'wrongVerificationCode' : undefined)
    expect(errors.next?.key).toBe(form.next === '' ? 'passwordLength' : undefined)
    expect(errors.confirm?.key).toBe(form.next === form.confirm ? undefined : 'passwordsInconsistent')
  },
  'form.open.refused': ({ snapshot, can }) => {
    expect(snapshot().context.refusal).toMatchObject({ key: 'wrongVerificationCode', field: 'code' })
    expect(snapshot().context.form).toMatchObject({ address: 'ada@quoin.test', next: 'Difference 2' })
    expect(can(submit)).toBe(true)
  },
  'form.open.networkFailed': ({ snapshot, can }) => {
    expect(snapshot().context).toMatchObject({ refusal: null, form: { code: '123456', next: 'Difference 2' } })
    expect(can(submit)).toBe(true)
  },
  'form.submitting': ({ snapshot, effects, can }) => {
    expect(effects.get('resetPassword')?.input).toEqual(snapshot().context.form)
    expect(can(submit)).toBe(false)
    expect(can(type('next', 'x') as never)).toBe(false)
  },
  'form.done': ({ snapshot, can }) => {
    expect(snapshot().context.form).toMatchObject({ address: 'ada@quoin.test', code: '', next: '', confirm: '' })
    expect(can(submit)).toBe(false)
  },
  'code.open': ({ snapshot, passed }) => {
    if (passed.at(-1)?.type === sendCode.type) expect(snapshot().context.errors.address).toBeDefined()
  },
  'code.open.refused': ({ snapshot }) => {
    expect(snapshot().context.codeRefusal?.key).toBe('tooManyRequests')
  },
  'code.open.networkFailed': ({ snapshot }) => {
    expect(snapshot().context.codeRefusal).toBeNull()
  },
  'code.asked.sending': ({ effects, can }) => {
    expect(targetErrors(effects.get('sendCode')?.input as CodeTarget)).toEqual({})
    expect(can(sendCode)).toBe(false)
  },
  'code.asked.coolingDown': ({ snapshot, can }) => {
    expect(snapshot().context.sent).toEqual(sent)
    expect(can(sendCode)).toBe(false)
  },
  'areas.loading': ({ snapshot, effects }) => {
    expect(effects.has('loadAreaCodes')).toBe(true)
    expect(snapshot().context.areaCodes).toEqual([])
  },
  'areas.failed': ({ can }) => {
    expect(can({ type: 'forget.loadAreas' })).toBe(true)
  },
  'areas.loaded': ({ snapshot }) => {
    expect(snapshot().context.areaCodes).toEqual([{ country: 'IT', areaCode: '39' }])
  },
}

testMachine(forgetMachine, [
  {
    shows: 'sends a whole form once, keeps what was typed until it stands, and drops the passwords then',
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
    shows: 'has a code sent, and lets the same address wait for the next',
    events: [
      type('address', 'ada@quoin.test'),
      type('address', 'nowhere'),
      type('areaCode', '39'),
      type('code', '123456'),
      type('address', '333 123 4567'),
      { type: 'forget.setChannel', channel: 'sms' },
      { type: 'forget.setChannel', channel: 'mail' },
      sendCode,
      done('sendCode', sent),
      failed('sendCode', refused('tooManyRequests')),
      failed('sendCode', unanswered),
    ],
    distinct: ({ form, sent }) => [form.address, form.channel, form.areaCode, sent],
    states,
  },
  {
    shows: 'loads the area codes once a telephone is chosen',
    events: [
      { type: 'forget.setChannel', channel: 'sms' },
      { type: 'forget.setChannel', channel: 'mail' },
      { type: 'forget.loadAreas' },
      done('loadAreaCodes', [{ country: 'IT', areaCode: '39' }]),
      failed('loadAreaCodes', unanswered),
    ],
    distinct: ({ form }) => form.channel,
    states,
  },
])
