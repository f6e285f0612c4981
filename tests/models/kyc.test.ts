import { expect } from 'vitest'
import type { AnyEventObject, SnapshotFrom } from 'xstate'
import type { Verification } from '../../src/api/kyc.ts'
import { kycMachine } from '../../src/machines/kyc.ts'
import { refused, unanswered } from './answers.ts'
import { done, failed, testMachine } from './coverage.ts'

const nothing: Verification = {
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
const pending: Verification = {
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
const refusedOne: Verification = {
  ...pending,
  state: 'refused',
  status: 2,
  reason: 'blurred',
  decidedAt: 1_700_000_100,
}
const verified: Verification = { ...pending, state: 'verified', status: 1, decidedAt: 1_700_000_100 }
const start = (verification: Verification) => ({ verification, countries: ['FR', 'GB'] })

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

const bad = { type: 'kyc.change', field: 'number', value: '1' } as const
const steps: readonly AnyEventObject[] = fill

/** How many of the fields are filled in, in their order. */
const filledOf = ({ form, photos }: SnapshotFrom<typeof kycMachine>['context']) =>
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

testMachine(kycMachine, [
  {
    shows: 'keeps what was typed and chosen through every failure, and sends each photograph once',
    callbacks: ['watchAccount', 'uploadPhoto'],
    events: [
      done('loadVerification', start(nothing)),
      done('loadVerification', start(pending)),
      failed('loadVerification', unanswered),
      { type: 'kyc.retry' },
      ...fill,
      bad,
      submit,
      { type: 'photo.progress', done: 0.5 },
      { type: 'photo.uploaded', id: 'the-photo-0001' },
      { type: 'photo.failed', error: refused('wrongFileType') },
      { type: 'photo.failed', error: unanswered },
      done('submitVerification', pending),
      failed('submitVerification', refused('idNumberUsed')),
      failed('submitVerification', refused('alreadyApplied')),
      failed('submitVerification', unanswered),
      { type: 'kyc.again' },
      { type: 'account.verification', verification: refusedOne },
      { type: 'account.verification', verification: verified },
      { type: 'account.missed' },
    ],
    distinct: (context) => [filledOf(context), context.form.number, context.ids, context.verification?.state],
    canHappen: (event, snapshot) => {
      const step = steps.indexOf(event)
      if (step >= 0) return snapshot.matches('form') && filledOf(snapshot.context) === step
      if (event === bad) return snapshot.matches('form') && filledOf(snapshot.context) === steps.length
      if (event.type.startsWith('photo.')) return snapshot.matches('submitting')
      return !event.type.startsWith('account.') || snapshot.matches('status')
    },
    states: {
      '*': ({ snapshot, begun, passed }) => {
        const { form, photos } = snapshot().context
        const sent = begun.filter(({ src }) => src === 'submitVerification')
        expect(sent.length).toBeLessThanOrEqual(passed.filter(({ type }) => type === submit.type).length)
        for (const { input } of sent) expect(input).toEqual(submission)
        if (sent.length > 0) return
        const typed = (field: string) => passed.findLast((event) => event.field === field)?.value ?? ''
        expect([form.country, form.firstName, form.number]).toEqual(['country', 'firstName', 'number'].map(typed))
        expect(photos.front).toBe(passed.includes(fill[4]) ? front : null)
      },
      form: ({ snapshot, can }) => {
        expect(snapshot().hasTag('form')).toBe(true)
        expect(can(submit)).toBe(true)
      },
      'form.editing': ({ snapshot, passed }) => {
        if (passed.at(-1)?.type !== submit.type) return
        const { errors, form } = snapshot().context
        if (form.country === '') expect(errors.country?.key).toBe('countryRequired')
        if (form.number === '1') expect(errors).toEqual({ number: { key: 'idNumberForm' } })
        expect(Object.keys(errors).length).toBeGreaterThan(0)
      },
      'form.refused': ({ snapshot, begun }) => {
        const { refusal } = snapshot().context
        const sent = begun.some(({ src }) => src === 'submitVerification')
        expect(refusal?.field).toBe(sent ? 'number' : begun.at(-1)?.id === 'uploadBack' ? 'back' : 'front')
      },
      'form.networkFailed': ({ snapshot }) => {
        expect(snapshot().context.refusal).toBeNull()
        expect(snapshot().context.photos).toEqual({ front, back })
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
        expect(effects.get('submitVerification')?.input).toEqual(submission)
      },
      status: ({ snapshot, can }) => {
        expect(snapshot().hasTag('status')).toBe(true)
        expect(can({ type: 'kyc.again' })).toBe(snapshot().context.verification?.state === 'refused')
      },
      failed: ({ can }) => {
        expect(can({ type: 'kyc.retry' })).toBe(true)
      },
      loading: ({ snapshot }) => {
        expect(snapshot().hasTag('loading')).toBe(true)
      },
    },
  },
])
