import { expect } from 'vitest'
import { inject } from '../../../src/machines/actors/call.ts'
import type { Drafts } from '../../../src/machines/actors/drafts.ts'
import { CODE_WAIT_MS } from '../../../src/machines/parts/sendCode.ts'
import { registerMachine } from '../../../src/machines/session/register.ts'
import { stepErrors, stepOf, targetErrors } from '../../../src/rules/account/credentials.ts'
import { refused, unanswered } from '../kit/answers.ts'
import { done, failed, type Run, testMachine, type Walk } from '../kit/coverage.ts'
import { lostDrafts } from '../kit/drafts.ts'
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
const accept = { type: 'register.accept', terms: true, risks: true }
const reopen = (step: string) => ({ type: 'register.reopen', step })
const steps = ['account', 'code', 'terms'] as const
const keysOf = (errors: object) =>
  Object.fromEntries(Object.entries(errors).flatMap(([field, error]) => (error ? [[field, error.key]] : [])))
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
    const step = steps.find((each) => snapshot().hasTag(each)) ?? 'account'
    // Every step before the open one is whole, unless the server refused it or the user went back to it.
    expect(snapshot().matches({ open: step })).toBe(true)
    if (passed.at(-1)?.type === submit.type && Object.keys(snapshot().context.errors).length > 0) {
      expect(keysOf(snapshot().context.errors)).toEqual(keysOf(stepErrors[step](snapshot().context.form)))
    }
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

const NOW = 1_700_000_000_000
const target = { channel: 'mail', areaCode: '', address: 'ada@quoin.test' } as const
const sent = { target, sent: { sentAt: NOW - 1_000, paper: true, code: '123456' } }
const account = { username: 'ada', password: 'Analytical 1', confirm: 'Analytical 1', address: 'ada@quoin.test' }
/** The input of a registration that was left with these values. */
const leftWith = (form: object, beside: object, code?: typeof sent) => () => {
  const read: Drafts['read'] = (name) => {
    if (name === 'register') return { form, beside }
    return code && { form: code.sent, beside: code }
  }
  inject({ drafts: { ...lostDrafts, read }, now: () => NOW })
  return input()
}

/** Only a field of the open step can be typed into, once. */
const canHappen: Registering['canHappen'] = (event, now) =>
  event.type !== 'register.change' ||
  (now.hasTag(stepOf(event.field)) && now.context.form[event.field as keyof typeof now.context.form] !== event.value)

testMachine(registerMachine, [
  {
    shows: 'takes step after step, and says of each field of the open one what is wrong with it',
    input,
    callbacks: ['sendCode'],
    events: [...complete, accept, submit, reopen('account'), reopen('code')],
    canHappen,
    distinct: ({ form, errors, accepted }) => [Object.values(form).filter(Boolean).length, errors, accepted.terms],
    states,
  },
  {
    shows: 'sends a whole form once, and opens the step of what the server refuses',
    input,
    callbacks: ['sendCode'],
    events: [
      ...complete,
      accept,
      submit,
      done('register', 'token-of-new-user'),
      failed('register', refused('usernameExists')),
      failed('register', refused('wrongVerificationCode')),
      failed('register', unanswered),
    ],
    canHappen,
    distinct: ({ form, accepted }) => [Object.values(form).filter(Boolean).length, accepted.terms],
    states: {
      ...states,
      open: (run) => {
        const { snapshot, passed } = run
        const error = passed.at(-1)?.error
        const field = { usernameExists: 'username', wrongVerificationCode: 'code' }[String(error?.refusal?.key)] ?? null
        expectFailure(run, field)
        if (!error) return
        expect(snapshot().hasTag(stepOf(field))).toBe(true)
        expect(snapshot().context.form).toMatchObject({ username: 'ada', password: 'Analytical 1', code: '123456' })
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
    events: [...complete.slice(0, -1), accept, submit, done('register', 'token-of-new-user')],
    canHappen,
    distinct: ({ form, accepted }) => [Object.values(form).filter(Boolean).length, accepted.terms],
    states: {
      submitting: ({ effects }) => {
        expect(effects.get('register')?.input).toMatchObject({ inviteCode: 'FRIEND22' })
      },
    },
  },
  {
    shows: 'keeps the code that was sent',
    input,
    callbacks: ['sendCode'],
    events: [
      { type: 'xstate.snapshot.code', snapshot: { context: sent } },
      { type: 'xstate.snapshot.code', snapshot: { context: { target, sent: null } } },
    ],
    distinct: ({ code }) => code,
    states: {
      '*': ({ snapshot, passed }) => {
        const last = passed.at(-1)?.snapshot.context.sent
        expect(snapshot().context.code).toEqual(last ? sent : null)
      },
    },
  },
  {
    shows: 'goes on at the code that was sent, whose cooldown goes on',
    input: leftWith(account, {}, sent),
    callbacks: ['sendCode'],
    events: [],
    states: {
      '*': ({ snapshot, effects }) => {
        expect(snapshot().matches({ open: 'code' })).toBe(true)
        expect(effects.get('code')?.input).toEqual({ ...sent, waitMs: CODE_WAIT_MS - 1_000 })
      },
    },
  },
  {
    shows: 'goes on at the account where no code was sent',
    input: leftWith(account, {}),
    callbacks: ['sendCode'],
    events: [],
    states: {
      '*': ({ snapshot }) => {
        expect(snapshot().matches({ open: 'account' })).toBe(true)
        expect(snapshot().context.form).toMatchObject(account)
      },
    },
  },
  {
    shows: 'goes on at the terms, with what was accepted',
    input: leftWith({ ...account, code: '123456' }, { accepted: { terms: true, risks: false } }, sent),
    callbacks: ['sendCode'],
    events: [],
    states: {
      '*': ({ snapshot }) => {
        expect(snapshot().matches({ open: 'terms' })).toBe(true)
        expect(snapshot().context.accepted).toEqual({ terms: true, risks: false })
      },
    },
  },
])
