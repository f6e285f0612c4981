import { expect } from 'vitest'
import { registerMachine } from '../../../src/machines/session/register.ts'
import { targetErrors } from '../../../src/rules/account/credentials.ts'
import { refused, unanswered } from '../kit/answers.ts'
import { done, failed, type Run, testMachine, type Walk } from '../kit/coverage.ts'
import { expectFailure } from '../kit/failures.ts'

type Registering = Walk<typeof registerMachine>

const submit = { type: 'register.submit' } as const
const sendCode = { type: 'register.sendCode' } as const
const type = (field: string, value: string) => ({ type: 'register.change', field, value })
const complete = [
  type('username', 'ada'),
  type('password', 'Analytical 1'),
  type('confirm', 'Analytical 1'),
  type('address', 'ada@quoin.test'),
  type('code', '123456'),
  type('inviteCode', 'QUOIN'),
]
const paper = { inviteCode: 'QUOIN' }

const typed = ({ passed }: Run<typeof registerMachine>, field: string) =>
  passed.findLast((event) => event.field === field)?.value ?? ''

const states: Registering['states'] = {
  '*': (run) => {
    const { snapshot, begun, passed, effects } = run
    const count = (wanted: string) => passed.filter((event) => event.type === wanted).length
    expect(begun.filter(({ src }) => src === 'register').length).toBeLessThanOrEqual(count(submit.type))
    const { form, errors } = snapshot().context
    const heard = effects.get('code')?.heard ?? []
    expect(heard.filter(({ type }) => type === 'code.send').length).toBeLessThanOrEqual(count(sendCode.type))
    const last = passed.at(-1)
    if (last?.type === sendCode.type) {
      const target = { channel: form.channel, areaCode: form.areaCode, address: form.address.trim() }
      if (Object.keys(targetErrors(form)).length > 0) expect(errors.address).toBeDefined()
      else expect(heard.at(-1)).toEqual({ type: 'code.send', target })
    }
    const changesTarget = last?.type === 'register.setChannel' || ['address', 'areaCode'].includes(last?.field)
    if (changesTarget && snapshot().matches('open')) expect(heard.at(-1)).toEqual({ type: 'code.forget' })
    if (!snapshot().hasTag('done')) {
      expect(form.username).toBe(typed(run, 'username'))
      const channels = passed.filter((event) => event.type === 'register.setChannel')
      expect(form.channel).toBe(channels.at(-1)?.channel ?? 'mail')
    }
  },
  open: (run) => {
    const { snapshot, passed, can } = run
    expect(can(submit)).toBe(true)
    if (!/actor\.register$/.test(passed.at(-1)?.type ?? '')) return
    expectFailure(run, 'username')
    expect(snapshot().context.form).toMatchObject({ username: 'ada', password: 'Analytical 1', code: '123456' })
  },
  submitting: ({ snapshot, effects, can }) => {
    expect(effects.get('register')?.input).toEqual({
      username: 'ada',
      password: 'Analytical 1',
      inviteCode: 'QUOIN',
      target: 'ada@quoin.test',
      code: '123456',
    })
    expect(snapshot().hasTag('busy')).toBe(true)
    expect(can(submit)).toBe(false)
  },
  done: ({ snapshot }) => {
    expect(snapshot().context).toMatchObject({
      token: 'token-of-new-user',
      form: { password: '', confirm: '', code: '' },
    })
  },
}

const input = () => ({ inviteCode: '' })

testMachine(registerMachine, [
  {
    shows: 'sends a whole form once, and says of each field what is wrong with it',
    input,
    callbacks: ['sendCode'],
    events: [
      ...complete,
      submit,
      done('register', 'token-of-new-user'),
      failed('register', refused('usernameExists')),
      failed('register', unanswered),
    ],
    distinct: ({ form, errors }) => [Object.values(form).filter(Boolean).length, errors],
    states: {
      ...states,
      open: (run) => {
        const { snapshot, passed } = run
        states.open?.(run)
        if (passed.at(-1)?.type !== submit.type) return
        const { form, errors } = snapshot().context
        const expected = {
          username: form.username ? undefined : 'credentialsRequired',
          password: form.password ? undefined : 'credentialsRequired',
          confirm: form.confirm === form.password ? undefined : 'passwordsInconsistent',
          address: form.address ? undefined : 'wrongEmail',
          code: form.code ? undefined : 'wrongVerificationCode',
          inviteCode: form.inviteCode ? undefined : 'wrongInviteCode',
        }
        const found = Object.fromEntries(Object.entries(errors).map(([field, error]) => [field, error.key]))
        expect(found).toEqual(JSON.parse(JSON.stringify(expected)))
      },
    },
  },
  {
    shows: 'has a code sent to what stands in the form, and forgets it where that changes',
    input,
    callbacks: ['sendCode'],
    events: [
      type('address', 'ada@quoin.test'),
      type('address', 'nowhere'),
      type('areaCode', '39'),
      type('inviteCode', 'QUOIN'),
      type('address', '333 123 4567'),
      { type: 'register.setChannel', channel: 'sms' },
      { type: 'register.setChannel', channel: 'mail' },
      type('code', '123456'),
      submit,
      sendCode,
    ],
    distinct: ({ form, errors }) => [form.address, form.channel, form.areaCode, errors],
    states,
  },
  {
    shows: 'shows what the paper outbox holds, if there is one',
    input,
    callbacks: ['sendCode'],
    events: [done('loadPaper', paper), failed('loadPaper', refused('dataNotFound'))],
    distinct: ({ paper }) => paper,
    states: {
      '*': ({ snapshot, passed }) => {
        const [answer] = passed
        expect(snapshot().context.paper).toEqual(answer && (answer.output ?? null))
      },
    },
  },
  {
    shows: 'begins with the code of the link that led here',
    input: () => ({ inviteCode: 'FRIEND22' }),
    callbacks: ['sendCode'],
    events: [...complete.slice(0, -1), submit, done('register', 'token-of-new-user')],
    distinct: ({ form }) => Object.values(form).filter(Boolean).length,
    states: {
      submitting: ({ effects }) => {
        expect(effects.get('register')?.input).toMatchObject({ inviteCode: 'FRIEND22' })
      },
    },
  },
])
