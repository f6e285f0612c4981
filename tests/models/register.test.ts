import { expect } from 'vitest'
import { registerMachine } from '../../src/machines/register.ts'
import { refused, unanswered } from './answers.ts'
import { done, failed, type Run, testMachine, type Walk } from './coverage.ts'

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
const paper = { inviteCode: 'QUOIN', code: null }
const paperOfTicket = { inviteCode: 'QUOIN', code: '123456' }
const sent = { ticket: 'ticket-0001', sentAt: 1_700_000_000_000 }

const typed = ({ passed }: Run<typeof registerMachine>, field: string) =>
  passed.findLast((event) => event.field === field)?.value ?? ''

const states: Registering['states'] = {
  '*': (run) => {
    const { snapshot, begun, passed } = run
    const count = (wanted: string) => passed.filter((event) => event.type === wanted).length
    expect(begun.filter(({ src }) => src === 'register').length).toBeLessThanOrEqual(count(submit.type))
    expect(begun.filter(({ src }) => src === 'sendCode').length).toBeLessThanOrEqual(count(sendCode.type))
    const { form, ticket } = snapshot().context
    if (ticket !== null) {
      const asked = begun.findLast(({ src }) => src === 'sendCode')?.input
      expect(asked).toEqual({ channel: form.channel, areaCode: form.areaCode, address: form.address.trim() })
    }
    if (!snapshot().hasTag('done')) {
      expect(form.username).toBe(typed(run, 'username'))
      const channels = passed.filter((event) => event.type === 'register.setChannel')
      expect(form.channel).toBe(channels.at(-1)?.channel ?? 'mail')
    }
  },
  'form.open': ({ can }) => {
    expect(can(submit)).toBe(true)
  },
  'form.open.refused': ({ snapshot }) => {
    expect(snapshot().context.refusal).toMatchObject({ key: 'usernameExists', field: 'username' })
    expect(snapshot().context.form).toMatchObject({ username: 'ada', password: 'Analytical 1', code: '123456' })
  },
  'form.open.networkFailed': ({ snapshot }) => {
    expect(snapshot().context.refusal).toBeNull()
    expect(snapshot().context.form.password).toBe('Analytical 1')
  },
  'form.submitting': ({ snapshot, effects, can }) => {
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
  'form.done': ({ snapshot }) => {
    expect(snapshot().context).toMatchObject({
      token: 'token-of-new-user',
      form: { password: '', confirm: '', code: '' },
    })
  },
  'code.open': ({ snapshot, passed }) => {
    if (passed.at(-1)?.type === sendCode.type) expect(snapshot().context.errors.address).toBeDefined()
    expect(snapshot().hasTag('sendingCode') || snapshot().hasTag('coolingDown')).toBe(false)
  },
  'code.open.refused': ({ snapshot }) => {
    expect(snapshot().context.codeRefusal?.key).toBe('tooManyRequests')
  },
  'code.open.networkFailed': ({ snapshot }) => {
    expect(snapshot().context.codeRefusal).toBeNull()
    expect(snapshot().hasTag('codeNetworkFailed')).toBe(true)
  },
  'code.asked.sending': ({ snapshot, effects, can }) => {
    expect(snapshot().hasTag('sendingCode')).toBe(true)
    expect(snapshot().context).toMatchObject({ codeRefusal: null, resendAt: null })
    expect(effects.has('sendCode')).toBe(true)
    expect(can(sendCode)).toBe(false)
  },
  'code.asked.coolingDown': ({ snapshot, actor, can }) => {
    expect(snapshot().hasTag('coolingDown')).toBe(true)
    expect(snapshot().context).toMatchObject({ ticket: sent.ticket, resendAt: sent.sentAt + 60_000 })
    expect(Object.values(actor.system.getSnapshot()._scheduledEvents)[0]?.delay).toBe(60_000)
    expect(can(sendCode)).toBe(false)
  },
  'paper.loading': ({ snapshot, effects }) => {
    expect(effects.get('loadPaper')?.input).toEqual({ ticket: snapshot().context.paperTicket })
  },
  'paper.settled': ({ snapshot, passed }) => {
    const answer = passed.findLast((event) => /actor\.loadPaper$/.test(event.type))
    expect(snapshot().context.paper).toEqual(answer?.output ?? null)
    expect(snapshot().context.paperTicket).toBe(snapshot().context.ticket)
  },
  'areas.loading': ({ effects, snapshot }) => {
    expect(effects.has('loadAreaCodes')).toBe(true)
    expect(snapshot().context.areaCodes).toEqual([])
  },
  'areas.failed': ({ snapshot, can }) => {
    expect(snapshot().hasTag('areasFailed')).toBe(true)
    expect(can({ type: 'register.loadAreas' })).toBe(true)
  },
  'areas.loaded': ({ snapshot }) => {
    expect(snapshot().context.areaCodes).toEqual([{ country: 'IT', areaCode: '39' }])
  },
}

const input = () => ({ inviteCode: '' })

testMachine(registerMachine, [
  {
    shows: 'sends a whole form once, and says of each field what is wrong with it',
    input,
    events: [
      ...complete,
      submit,
      done('register', 'token-of-new-user'),
      failed('register', refused('usernameExists')),
      failed('register', unanswered),
    ],
    distinct: ({ form, errors, refusal }) => [Object.values(form).filter(Boolean).length, errors, refusal?.key],
    states: {
      ...states,
      'form.open.editing': ({ snapshot, passed }) => {
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
    shows: 'sends a code, and lets its address wait for the next',
    input,
    events: [
      type('address', 'ada@quoin.test'),
      type('address', 'nowhere'),
      type('areaCode', '39'),
      type('inviteCode', 'QUOIN'),
      type('address', '333 123 4567'),
      { type: 'register.setChannel', channel: 'sms' },
      { type: 'register.setChannel', channel: 'mail' },
      sendCode,
      done('sendCode', sent),
      failed('sendCode', refused('tooManyRequests')),
      failed('sendCode', unanswered),
    ],
    distinct: ({ form, ticket }) => [form.address, form.channel, form.areaCode, ticket],
    states,
  },
  {
    shows: 'shows what the paper outbox holds, if there is one',
    input,
    events: [
      type('address', 'ada@quoin.test'),
      sendCode,
      done('sendCode', sent),
      done('loadPaper', paper),
      done('loadPaper', paperOfTicket),
      failed('loadPaper', refused('dataNotFound')),
    ],
    distinct: ({ form, ticket, paperTicket }) => [form.address, ticket, paperTicket],
    states,
  },
  {
    shows: 'loads the area codes once a telephone is chosen',
    input,
    events: [
      { type: 'register.setChannel', channel: 'sms' },
      { type: 'register.setChannel', channel: 'mail' },
      { type: 'register.loadAreas' },
      done('loadAreaCodes', [{ country: 'IT', areaCode: '39' }]),
      failed('loadAreaCodes', unanswered),
    ],
    distinct: ({ form }) => form.channel,
    states,
  },
  {
    shows: 'begins with the code of the link that led here',
    input: () => ({ inviteCode: 'FRIEND22' }),
    events: [...complete.slice(0, -1), submit, done('register', 'token-of-new-user')],
    distinct: ({ form }) => Object.values(form).filter(Boolean).length,
    states: {
      'form.submitting': ({ effects }) => {
        expect(effects.get('register')?.input).toMatchObject({ inviteCode: 'FRIEND22' })
      },
    },
  },
])
