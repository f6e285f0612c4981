import type { ActorRefFrom } from 'xstate'
import { assign, fromPromise, not, setup } from 'xstate'
import { getRealInfo, type Kyc, type RealInfo, realName } from '../../api/account/kyc.ts'
import { areaCodes } from '../../api/account/user.ts'
import {
  type KycField,
  type KycForm,
  type KycKey,
  kycErrors,
  refusedKycField,
  type Side,
} from '../../rules/account/kyc.ts'
import { hasErrors, withoutField } from '../../rules/orders/form-errors.ts'
import { call, send } from '../actors/call.ts'
import { type Drafted, draftOf } from '../actors/draft.ts'
import { uploadPhoto } from '../actors/upload-photo.ts'
import { watchAccount } from '../actors/watch-account.ts'
import { can, metaOf } from '../orders/life.ts'
import { type Failed, type FormContext, failureOf, typedInto } from '../parts/form.ts'
import { loadFirstBy } from '../parts/loadFirst.ts'
import type { PhotoNews } from '../parts/photo.ts'
import { refusalKey } from '../parts/refusal.ts'
import { withEvent } from '../parts/with-event.ts'
import { kycMachine } from '../reviews/kyc.ts'

export type Photos = Readonly<Record<Side, File | null>>

/** A submission; `front` and `back` are the ids of its uploaded photographs. */
export type Submission = KycForm & Record<Side, string>

/** Initial data. `countries`: ISO 3166-1 alpha-2; `reviewSeconds`: duration of a review; `neededFor`: from which step on it is required. */
export type KycStart = { kyc: Kyc; countries: readonly string[] } & Pick<RealInfo, 'neededFor' | 'reviewSeconds'>

type Typed = { field: keyof KycForm; value: string }

type Context = FormContext<KycForm, KycField, KycKey> &
  Drafted & {
    countries: readonly string[]
    reviewSeconds: number
    neededFor: RealInfo['neededFor']
    kyc: Kyc | null
    photos: Photos
    /** Whether it was submitted on this page. */
    submitted: boolean
    /** Uploaded photographs: they are not sent again. */
    ids: Readonly<Record<Side, string | null>>
    progress: number
  }

/** The draft of a verification: nothing of an identity is stored on the device. */
export const kycDraft = draftOf<Context>({
  name: 'kyc',
  stored: [],
  held: ['country', 'firstName', 'lastName', 'certificate', 'number'],
  beside: ['photos', 'ids'],
  isBegun: ({ form, photos }) =>
    [form.firstName, form.lastName, form.number].some((text) => text !== '') ||
    photos.front !== null ||
    photos.back !== null,
})

const purposes = { front: 'identityFront', back: 'identityBack' } as const

/** Identity verification: the form, the upload of two photographs, the submission, and the review. */
export const kycFormMachine = setup({
  types: {
    context: {} as Context,
    events: {} as
      | ({ type: 'kyc.change' } & Typed)
      | { type: 'kyc.choosePhoto'; side: Side; photo: File | null }
      | { type: 'kyc.submit' }
      | { type: 'kyc.again' }
      | PhotoNews
      | { type: 'account.kyc'; kyc: Kyc }
      | { type: 'account.missed' },
    tags: {} as 'form' | 'busy' | 'status',
    children: {} as { load: 'loadKyc' },
  },
  actors: {
    loadKyc: loadFirstBy(
      fromPromise<KycStart>(async ({ signal }) => {
        const [known, countries] = await Promise.all([
          send(getRealInfo, {}, { signal }),
          send(areaCodes, {}, { signal }),
        ])
        const { neededFor, reviewSeconds, ...kyc } = known
        return { kyc, countries: countries.map(({ country }) => country), neededFor, reviewSeconds }
      }),
    ),
    uploadPhoto: uploadPhoto(({ side, photo }: { side: Side; photo: File | null }) => ({
      purpose: purposes[side],
      photo,
    })),
    submitKyc: call(realName, { stays: true, form: true }),
    watchAccount,
    keepDraft: kycDraft.keepDraft,
  },
  actions: {
    begin: assign((_, { output }: { output: KycStart }) => output),
    keep: assign((_, { kyc }: { kyc: Kyc }) => ({ kyc })),
    change: assign(({ context }, typed: Typed) => typedInto(context, typed, typed.field)),
    choosePhoto: assign(({ context }, { side, photo }: { side: Side; photo: File | null }) => ({
      photos: { ...context.photos, [side]: photo },
      ids: { ...context.ids, [side]: null },
      errors: withoutField(context.errors, side),
      failure: null,
    })),
    showErrors: assign({ errors: ({ context }) => kycErrors(context.form, context.photos) }),
    forgetFailure: assign({ failure: null, progress: 0 }),
    noteProgress: assign((_, { done }: { done: number }) => ({ progress: done })),
    keepFront: assign(({ context }, { id }: { id: string }) => ({ ids: { ...context.ids, front: id }, progress: 0 })),
    keepBack: assign(({ context }, { id }: { id: string }) => ({ ids: { ...context.ids, back: id }, progress: 0 })),
    noteFailure: assign((_, failed: Failed & { side?: Side }) => ({
      failure: failureOf(failed, (key) => failed.side ?? refusedKycField(key)),
    })),
    forgetSubmitted: assign(({ context }) => ({
      submitted: true,
      form: { ...context.form, number: '' },
      photos: { front: null, back: null },
      ids: { front: null, back: null },
    })),
  },
  guards: {
    isComplete: ({ context }) => !hasErrors(kycErrors(context.form, context.photos)),
    mayStart: (_, { output }: { output: KycStart }) => metaOf(kycMachine, output.kyc.state).review === null,
    maySubmit: ({ context: { kyc } }) => kyc !== null && can(kycMachine, kyc.state, { type: 'review.submit' }),
    isUnderWay: not('maySubmit'),
    hasFront: ({ context }) => context.ids.front !== null,
    hasBack: ({ context }) => context.ids.back !== null,
    isApplied: (_, { error }: Failed) => refusalKey(error) === 'alreadyApplied',
  },
}).createMachine({
  id: 'kycForm',
  description: 'Identity verification: the form and its review.',
  context: () =>
    kycDraft.restore({
      countries: [],
      reviewSeconds: 0,
      neededFor: 'withdrawal',
      kyc: null,
      submitted: false,
      form: { country: '', firstName: '', lastName: '', certificate: 'passport', number: '' },
      photos: { front: null, back: null },
      ids: { front: null, back: null },
      progress: 0,
      errors: {},
      failure: null,
    }),
  invoke: [{ src: 'watchAccount', id: 'watchAccount' }, kycDraft.keeping],
  on: {
    'account.kyc': { actions: withEvent('keep') },
  },
  initial: 'loading',
  states: {
    loading: {
      invoke: {
        src: 'loadKyc',
        id: 'load',
        onDone: [
          { guard: withEvent('mayStart'), target: 'form', actions: withEvent('begin') },
          { target: 'status', actions: withEvent('begin') },
        ],
      },
    },
    form: {
      description: 'Open while a submission is allowed: one from another device ends it.',
      tags: 'form',
      always: { guard: 'isUnderWay', target: 'status' },
      on: {
        'kyc.change': { actions: withEvent('change') },
        'kyc.choosePhoto': { actions: withEvent('choosePhoto') },
        'kyc.submit': [{ guard: 'isComplete', target: 'submitting' }, { actions: 'showErrors' }],
      },
    },
    submitting: {
      description: 'A second tap is ignored.',
      tags: ['form', 'busy'],
      entry: 'forgetFailure',
      initial: 'uploadingFront',
      on: { 'photo.progress': { actions: withEvent('noteProgress') } },
      states: {
        uploadingFront: {
          always: { guard: 'hasFront', target: 'uploadingBack' },
          invoke: {
            src: 'uploadPhoto',
            id: 'uploadFront',
            input: ({ context }) => ({ side: 'front', photo: context.photos.front }),
          },
          on: {
            'photo.uploaded': { target: 'uploadingBack', actions: withEvent('keepFront') },
            'photo.failed': {
              target: '#kycForm.form',
              actions: { type: 'noteFailure', params: ({ event }) => ({ ...event, side: 'front' }) },
            },
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
            'photo.uploaded': { target: 'sending', actions: withEvent('keepBack') },
            'photo.failed': {
              target: '#kycForm.form',
              actions: { type: 'noteFailure', params: ({ event }) => ({ ...event, side: 'back' }) },
            },
          },
        },
        sending: {
          invoke: {
            src: 'submitKyc',
            id: 'submitKyc',
            input: ({ context: { form, ids } }) => ({
              ...form,
              firstName: form.firstName.trim(),
              lastName: form.lastName.trim(),
              front: ids.front ?? '',
              back: ids.back ?? '',
            }),
            onDone: {
              target: '#kycForm.status',
              actions: [{ type: 'keep', params: ({ event }) => ({ kyc: event.output }) }, 'forgetSubmitted'],
            },
            onError: [
              { guard: withEvent('isApplied'), target: '#kycForm.loading' },
              { target: '#kycForm.form', actions: withEvent('noteFailure') },
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
        'kyc.again': { guard: 'maySubmit', target: 'form', actions: 'forgetFailure' },
      },
    },
  },
})

export type KycActor = ActorRefFrom<typeof kycFormMachine>
