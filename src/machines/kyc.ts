import { assign, fromCallback, fromPromise, setup } from 'xstate'
import type { AnswerRefusal } from '../api/answer.ts'
import type { Verification } from '../api/kyc.ts'
import { type FormErrors, hasErrors, withoutField } from '../rules/form-errors.ts'
import {
  type IdentityField,
  type IdentityForm,
  type IdentityKey,
  identityErrors,
  refusedIdentityField,
  type Side,
} from '../rules/identity.ts'
import { mustProvide } from './must-provide.ts'
import { verificationMachine } from './orders/verification.ts'
import { isRefusal, refusalIn } from './refusal.ts'

export type Photos = Readonly<Record<Side, File | null>>

/** A submission whose photographs have arrived; `front` and `back` are their ids. */
export type Submission = IdentityForm & Record<Side, string>

/** What the upload of a photograph tells: how far it has come from 0 to 1, its id, or why it failed. */
export type PhotoNews =
  | { type: 'photo.progress'; done: number }
  | { type: 'photo.uploaded'; id: string }
  | { type: 'photo.failed'; error: unknown }

/** What the page begins with. `countries`: ISO 3166-1 alpha-2. */
export type KycStart = { verification: Verification; countries: readonly string[] }

type Context = {
  countries: readonly string[]
  verification: Verification | null
  form: IdentityForm
  photos: Photos
  /** Whether it was submitted from here. */
  submitted: boolean
  /** Photographs that have arrived: they are not sent again. */
  ids: Readonly<Record<Side, string | null>>
  progress: number
  errors: FormErrors<IdentityField, IdentityKey>
  refusal: (AnswerRefusal & { field: IdentityField | null }) | null
}

/** Showing who one is: the form, the upload of two photographs, the submission, and how the review goes. */
export const kycMachine = setup({
  types: {
    context: {} as Context,
    events: {} as
      | { type: 'kyc.change'; field: keyof IdentityForm; value: string }
      | { type: 'kyc.choosePhoto'; side: Side; photo: File | null }
      | { type: 'kyc.submit' }
      | { type: 'kyc.again' }
      | { type: 'kyc.retry' }
      | PhotoNews
      | { type: 'account.verification'; verification: Verification }
      | { type: 'account.missed' },
    tags: {} as 'loading' | 'form' | 'busy' | 'refused' | 'networkFailed' | 'status',
  },
  actors: {
    loadVerification: fromPromise<KycStart>(mustProvide('loadVerification')),
    uploadPhoto: fromCallback<{ type: 'none' }, { side: Side; photo: File | null }>(mustProvide('uploadPhoto')),
    submitVerification: fromPromise<Verification, Submission>(mustProvide('submitVerification')),
    watchAccount: fromCallback<{ type: 'none' }>(mustProvide('watchAccount')),
  },
  actions: {
    begin: assign((_, { output }: { output: KycStart }) => output),
    keep: assign((_, { verification }: { verification: Verification }) => ({ verification })),
    change: assign(({ context }, { field, value }: { field: keyof IdentityForm; value: string }) => ({
      form: { ...context.form, [field]: value },
      errors: withoutField(context.errors, field),
      refusal: null,
    })),
    choosePhoto: assign(({ context }, { side, photo }: { side: Side; photo: File | null }) => ({
      photos: { ...context.photos, [side]: photo },
      ids: { ...context.ids, [side]: null },
      errors: withoutField(context.errors, side),
      refusal: null,
    })),
    showErrors: assign({ errors: ({ context }) => identityErrors(context.form, context.photos) }),
    forgetRefusal: assign({ refusal: null, progress: 0 }),
    noteProgress: assign((_, { done }: { done: number }) => ({ progress: done })),
    keepFront: assign(({ context }, { id }: { id: string }) => ({ ids: { ...context.ids, front: id }, progress: 0 })),
    keepBack: assign(({ context }, { id }: { id: string }) => ({ ids: { ...context.ids, back: id }, progress: 0 })),
    noteRefusal: assign((_, { error, field }: { error: unknown; field: Side | null }) => {
      const refusal = refusalIn(error)
      return { refusal: refusal && { ...refusal, field: field ?? refusedIdentityField(refusal.key) } }
    }),
    forgetSubmitted: assign(({ context }) => ({
      submitted: true,
      form: { ...context.form, number: '' },
      photos: { front: null, back: null },
      ids: { front: null, back: null },
    })),
  },
  guards: {
    isComplete: ({ context }) => !hasErrors(identityErrors(context.form, context.photos)),
    mayStart: (_, { output }: { output: KycStart }) => output.verification.state === 'notSubmitted',
    maySubmit: ({ context: { verification } }) =>
      verification !== null &&
      verificationMachine.resolveState({ value: verification.state, context: {} }).can({ type: 'verification.submit' }),
    hasFront: ({ context }) => context.ids.front !== null,
    hasBack: ({ context }) => context.ids.back !== null,
    isRefusal,
    isApplied: (_, { error }: { error: unknown }) => refusalIn(error)?.key === 'alreadyApplied',
  },
}).createMachine({
  id: 'kyc',
  description: 'Showing who one is, and how the review goes.',
  context: {
    countries: [],
    verification: null,
    submitted: false,
    form: { country: '', firstName: '', lastName: '', certificate: 'passport', number: '' },
    photos: { front: null, back: null },
    ids: { front: null, back: null },
    progress: 0,
    errors: {},
    refusal: null,
  },
  invoke: { src: 'watchAccount', id: 'watchAccount' },
  on: {
    'account.verification': { actions: { type: 'keep', params: ({ event }) => event } },
  },
  initial: 'loading',
  states: {
    loading: {
      tags: 'loading',
      invoke: {
        src: 'loadVerification',
        id: 'loadVerification',
        onDone: [
          {
            guard: { type: 'mayStart', params: ({ event }) => event },
            target: 'form',
            actions: { type: 'begin', params: ({ event }) => event },
          },
          { target: 'status', actions: { type: 'begin', params: ({ event }) => event } },
        ],
        onError: 'failed',
      },
    },
    failed: {
      on: { 'kyc.retry': 'loading' },
    },
    form: {
      tags: 'form',
      initial: 'editing',
      on: {
        'kyc.change': { target: '.editing', actions: { type: 'change', params: ({ event }) => event } },
        'kyc.choosePhoto': { target: '.editing', actions: { type: 'choosePhoto', params: ({ event }) => event } },
        'kyc.submit': [
          { guard: 'isComplete', target: 'submitting' },
          { target: '.editing', actions: 'showErrors' },
        ],
      },
      states: {
        editing: {},
        refused: { tags: 'refused' },
        networkFailed: { description: 'What was typed and chosen is kept.', tags: 'networkFailed' },
      },
    },
    submitting: {
      description: 'A second tap does nothing here.',
      tags: ['form', 'busy'],
      entry: 'forgetRefusal',
      initial: 'uploadingFront',
      on: { 'photo.progress': { actions: { type: 'noteProgress', params: ({ event }) => event } } },
      states: {
        uploadingFront: {
          always: { guard: 'hasFront', target: 'uploadingBack' },
          invoke: {
            src: 'uploadPhoto',
            id: 'uploadFront',
            input: ({ context }) => ({ side: 'front', photo: context.photos.front }),
          },
          on: {
            'photo.uploaded': {
              target: 'uploadingBack',
              actions: { type: 'keepFront', params: ({ event }) => event },
            },
            'photo.failed': [
              {
                guard: { type: 'isRefusal', params: ({ event }) => event },
                target: '#kyc.form.refused',
                actions: { type: 'noteRefusal', params: ({ event }) => ({ error: event.error, field: 'front' }) },
              },
              { target: '#kyc.form.networkFailed' },
            ],
          },
        },
        uploadingBack: {
          always: { guard: 'hasBack', target: 'sending' },
          invoke: {
            src: 'uploadPhoto',
            id: 'uploadBack',
            input: ({ context }) => ({ side: 'back', photo: context.photos.back }),
          },
          on: {
            'photo.uploaded': { target: 'sending', actions: { type: 'keepBack', params: ({ event }) => event } },
            'photo.failed': [
              {
                guard: { type: 'isRefusal', params: ({ event }) => event },
                target: '#kyc.form.refused',
                actions: { type: 'noteRefusal', params: ({ event }) => ({ error: event.error, field: 'back' }) },
              },
              { target: '#kyc.form.networkFailed' },
            ],
          },
        },
        sending: {
          invoke: {
            src: 'submitVerification',
            id: 'submitVerification',
            input: ({ context: { form, ids } }) => ({
              ...form,
              firstName: form.firstName.trim(),
              lastName: form.lastName.trim(),
              front: ids.front ?? '',
              back: ids.back ?? '',
            }),
            onDone: {
              target: '#kyc.status',
              actions: [{ type: 'keep', params: ({ event }) => ({ verification: event.output }) }, 'forgetSubmitted'],
            },
            onError: [
              { guard: { type: 'isApplied', params: ({ event }) => event }, target: '#kyc.loading' },
              {
                guard: { type: 'isRefusal', params: ({ event }) => event },
                target: '#kyc.form.refused',
                actions: { type: 'noteRefusal', params: ({ event }) => ({ error: event.error, field: null }) },
              },
              { target: '#kyc.form.networkFailed' },
            ],
          },
        },
      },
    },
    status: {
      description: 'Under review, verified, or refused with a reason.',
      tags: 'status',
      on: {
        'account.missed': 'loading',
        'kyc.again': { guard: 'maySubmit', target: 'form' },
      },
    },
  },
})
