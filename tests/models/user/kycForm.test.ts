import { expect } from 'vitest'
import type { AnyEventObject, SnapshotFrom } from 'xstate'
import type { Kyc } from '../../../src/api/account/kyc.ts'
import { kycFormMachine } from '../../../src/machines/user/kycForm.ts'
import { refused, unanswered } from '../kit/answers.ts'
import { done, failed, testMachine } from '../kit/coverage.ts'
import { expectFailure } from '../kit/failures.ts'

const nothing: Kyc = {
  state: 'notSubmitted',
  status: null,
  country: null,
  firstName: null,
  lastName: null,
  certificate: null,
  number: null,
  reason: null,
  submittedAt: null,
  decidedAt: null,
}
const pending: Kyc = {
  ...nothing,
  state: 'pendingReview',
  status: 0,
  country: 'GB',
  firstName: 'Ada',
  lastName: 'Lovelace',
  certificate: 'passport',
  number: 'P••••67',
  submittedAt: 1_700_000_000,
}
const refusedOne: Kyc = {
  ...pending,
  state: 'refused',
  status: 2,
  reason: 'blurred',
  decidedAt: 1_700_000_100,
}
const verified: Kyc = { ...pending, state: 'verified', status: 1, decidedAt: 1_700_000_100 }
const start = (kyc: Kyc) => ({ kyc, countries: ['FR', 'GB'], neededFor: 'trading' as const, reviewSeconds: 30 })

const photo = (name: string) => new File(['a picture'], name, { type: 'image/png' })
const [front, back] = [photo('front.png'), photo('back.png')]
const submit = { type: 'kyc.submit' } as const
const fill = [
  { type: 'kyc.change', field: 'country', value: 'GB' },
  { type: 'kyc.change', field: 'firstName', value: ' Ada ' },
  { type: 'kyc.change', field: 'lastName', value: 'Lovelace' },
  { type: 'kyc.change', field: 'number', value: 'P-1234567' },
  { type: 'kyc.choosePhoto', side: 'front', photo: front },
  { type: 'kyc.choosePhoto', side: 'back', photo: back },
] as const

/** Submitted on another device, or on this one by a request whose answer was lost. */
const elsewhere = { type: 'account.kyc', kyc: pending } as const
const bad = { type: 'kyc.change', field: 'number', value: '1' } as const
const steps: readonly AnyEventObject[] = fill

/** How many of the fields are filled in, in their order. */
const filledOf = ({ form, photos }: SnapshotFrom<typeof kycFormMachine>['context']) =>
  [form.country, form.firstName, form.lastName, form.number, photos.front, photos.back].filter(Boolean).length

const submission = {
  country: 'GB',
  firstName: 'Ada',
  lastName: 'Lovelace',
  certificate: 'passport',
  number: 'P-1234567',
  front: 'the-photo-0001',
  back: 'the-photo-0001',
}

testMachine(kycFormMachine, [
  {
    shows: 'keeps what was typed and chosen through every failure, and sends each photograph once',
    callbacks: ['watchAccount', 'uploadPhoto'],
    events: [
      done('load', start(nothing)),
      done('load', start(pending)),
      ...fill,
      bad,
      submit,
      { type: 'photo.progress', done: 0.5 },
      { type: 'photo.uploaded', id: 'the-photo-0001' },
      { type: 'photo.failed', error: refused('wrongFileType') },
      { type: 'photo.failed', error: unanswered },
      done('submitKyc', pending),
      failed('submitKyc', refused('idNumberUsed')),
      failed('submitKyc', refused('alreadyApplied')),
      failed('submitKyc', unanswered),
      { type: 'kyc.again' },
      { type: 'account.kyc', kyc: refusedOne },
      { type: 'account.kyc', kyc: verified },
      elsewhere,
      { type: 'account.missed' },
    ],
    distinct: (context) => [filledOf(context), context.form.number, context.ids, context.kyc?.state],
    canHappen: (event, snapshot) => {
      const step = steps.indexOf(event)
      if (step >= 0) return snapshot.matches('form') && filledOf(snapshot.context) === step
      if (event === bad) return snapshot.matches('form') && filledOf(snapshot.context) === steps.length
      if (event.type.startsWith('photo.')) return snapshot.matches('submitting')
      if (event === elsewhere) return snapshot.matches('form')
      return !event.type.startsWith('account.') || snapshot.matches('status')
    },
    states: {
      '*': ({ snapshot, begun, passed }) => {
        const { form, photos } = snapshot().context
        const sent = begun.filter(({ src }) => src === 'submitKyc')
        expect(sent.length).toBeLessThanOrEqual(passed.filter(({ type }) => type === submit.type).length)
        for (const { input } of sent) expect(input).toEqual(submission)
        if (sent.length > 0) return
        const typed = (field: string) => passed.findLast((event) => event.field === field)?.value ?? ''
        expect([form.country, form.firstName, form.number]).toEqual(['country', 'firstName', 'number'].map(typed))
        expect(photos.front).toBe(passed.includes(fill[4]) ? front : null)
      },
      form: (run) => {
        const { snapshot, can, passed, begun } = run
        expect(snapshot().hasTag('form')).toBe(true)
        expect(can(submit)).toBe(true)
        const sent = begun.some(({ src }) => src === 'submitKyc')
        expectFailure(run, sent ? 'number' : begun.at(-1)?.id === 'uploadBack' ? 'back' : 'front')
        if (passed.at(-1)?.error) expect(snapshot().context.photos).toEqual({ front, back })
        const [before, last] = passed.slice(-2).map(({ type }) => type)
        if (before === 'account.kyc' && last === 'kyc.again') expect(snapshot().context.failure).toBeNull()
        if (passed.at(-1)?.type !== submit.type) return
        const { errors, form } = snapshot().context
        if (form.country === '') expect(errors.country?.key).toBe('countryRequired')
        if (form.number === '1') expect(errors).toEqual({ number: { key: 'idNumberForm' } })
        expect(Object.keys(errors).length).toBeGreaterThan(0)
      },
      submitting: ({ snapshot, can }) => {
        expect(snapshot().hasTag('busy')).toBe(true)
        expect(can(submit)).toBe(false)
      },
      'submitting.uploadingFront': ({ effects }) => {
        expect(effects.get('uploadFront')?.input).toEqual({ side: 'front', photo: front })
      },
      'submitting.uploadingBack': ({ effects, snapshot }) => {
        expect(effects.get('uploadBack')?.input).toEqual({ side: 'back', photo: back })
        expect(snapshot().context.ids.front).toBe('the-photo-0001')
      },
      'submitting.sending': ({ effects }) => {
        expect(effects.get('submitKyc')?.input).toEqual(submission)
      },
      status: ({ snapshot, can }) => {
        expect(snapshot().hasTag('status')).toBe(true)
        expect(can({ type: 'kyc.again' })).toBe(snapshot().context.kyc?.state === 'refused')
        expect(can(submit)).toBe(false)
      },
    },
  },
])
