import { assign, setup } from 'xstate'
import { config, type Loan, type LoanOffer, submit } from '../../api/money/loan.ts'
import {
  type LoanDocument,
  type LoanForm,
  type LoanKey,
  type LoanPaperKey,
  loanDocumentNames,
  loanDocuments,
  loanPaperErrors,
  validateLoan,
} from '../../rules/loan/loan.ts'
import { type FormErrors, hasErrors, withoutField } from '../../rules/orders/form-errors.ts'
import { call } from '../actors/call.ts'
import { once } from '../actors/calls.ts'
import { type Drafted, draftOf } from '../actors/draft.ts'
import { uploadPhoto } from '../actors/upload-photo.ts'
import { watchAccount } from '../actors/watch-account.ts'
import { type Failed, type FormContext, failureOf, typedInto } from '../parts/form.ts'
import { loadFirstBy } from '../parts/loadFirst.ts'
import type { PhotoNews } from '../parts/photo.ts'
import { refusalKey } from '../parts/refusal.ts'
import { submission, submissionParts } from '../parts/submission.ts'
import { type OnceOutcome, type OnceRequest, submitOnceBy } from '../parts/submitOnce.ts'
import { withEvent } from '../parts/with-event.ts'

export type LoanField = 'amount' | 'days' | LoanDocument | 'agreed'

/** An application with the ids of its uploaded photographs. `agreement`: the hash of the accepted terms. */
export type LoanRequest = OnceRequest & LoanForm & Record<LoanDocument, string> & { agreement: string }

type PerDocument<Kept> = Readonly<Record<LoanDocument, Kept | null>>
const none = { house: null, income: null, statement: null, identity: null }

type Context = FormContext<LoanForm, LoanField, LoanKey | LoanPaperKey> &
  Drafted & {
    offer: LoanOffer | null
    photos: PerDocument<File>
    /** Uploaded photographs: they are not sent again. */
    ids: PerDocument<string>
    /** Progress of the current upload, from 0 to 1. */
    progress: number
    agreed: boolean
    applied: Loan | null
    newRequestId: () => string
  }

type Outcome = { output: OnceOutcome<Loan> }

/** The form under the current offer; undefined without one. */
export const validateApplication = ({ form, offer }: Pick<Context, 'form' | 'offer'>) =>
  offer ? validateLoan(form, offer) : undefined

function errorsOf(context: Context): FormErrors<LoanField, LoanKey | LoanPaperKey> {
  return { ...validateApplication(context)?.errors, ...loanPaperErrors(context.photos, context.agreed) }
}

/** The next photograph to upload, in the form's order. */
const unsentOf = ({ ids }: Context): LoanDocument | undefined => loanDocumentNames.find((name) => ids[name] === null)

function requestOf({ form, ids, offer, newRequestId }: Context): LoanRequest {
  const { house, income, statement, identity } = ids
  return {
    ...form,
    house: house ?? '',
    income: income ?? '',
    statement: statement ?? '',
    identity: identity ?? '',
    agreement: offer?.agreement.hash ?? '',
    requestId: newRequestId(),
  }
}

/** The field that a refusal concerns. */
function fieldOf(key: string | null): LoanField | null {
  switch (key) {
    case 'wrongAmount':
    case 'belowMinimum':
    case 'aboveMaximum':
    case 'loanLimitReached':
      return 'amount'
    case 'wrongCycle':
      return 'days'
    case 'agreementRequired':
      return 'agreed'
    default:
      return null
  }
}

/** The draft of an application. */
export const loanDraft = draftOf<Context>({
  name: 'loan',
  stored: ['amount', 'days'],
  beside: ['photos', 'ids', 'agreed'],
  isBegun: ({ form, photos, applied }) =>
    applied === null && (form.amount !== '' || Object.values(photos).some((photo) => photo !== null)),
})

/** Applying for a loan: costs, four photographs, consent, and one request. */
export const loanFormMachine = setup({
  types: {
    context: {} as Context,
    input: {} as { newRequestId: () => string },
    events: {} as
      | { type: 'loan.change'; amount: string }
      | { type: 'loan.choose'; days: number }
      | { type: 'loan.choosePhoto'; name: LoanDocument; photo: File | null }
      | { type: 'loan.agree'; agreed: boolean }
      | { type: 'loan.submit' }
      | PhotoNews
      | { type: 'account.loan' }
      | { type: 'account.kyc' }
      | { type: 'account.missed' },
    tags: {} as 'barred' | 'form' | 'busy' | 'pending' | 'uncertain',
    children: {} as { submitOnce: 'submitOnce'; load: 'loadFirst' },
  },
  actors: {
    loadFirst: loadFirstBy(call(config)),
    uploadPhoto: uploadPhoto(({ name, photo }: { name: LoanDocument; photo: File | null }) => ({
      purpose: loanDocuments[name],
      photo,
    })),
    submitOnce: submitOnceBy(once(submit)),
    watchAccount,
    keepDraft: loanDraft.keepDraft,
  },
  actions: {
    keepOffer: assign(({ context: { form } }, { output }: { output: LoanOffer }) => ({
      offer: output,
      form: { ...form, days: form.days || (output.cycles[0]?.days ?? 0) },
    })),
    change: assign(({ context }, { amount }: { amount: string }) =>
      typedInto(context, { field: 'amount', value: amount }, 'amount'),
    ),
    choose: assign(({ context: { form, errors } }, { days }: { days: number }) => ({
      form: { ...form, days },
      errors: withoutField(errors, 'days'),
      failure: null,
    })),
    choosePhoto: assign(({ context }, { name, photo }: { name: LoanDocument; photo: File | null }) => ({
      photos: { ...context.photos, [name]: photo },
      ids: { ...context.ids, [name]: null },
      errors: withoutField(context.errors, name),
      failure: null,
    })),
    agree: assign(({ context: { errors } }, { agreed }: { agreed: boolean }) => ({
      agreed,
      errors: withoutField(errors, 'agreed'),
      failure: null,
    })),
    showErrors: assign({ errors: ({ context }) => errorsOf(context) }),
    begin: assign({ errors: {}, failure: null, progress: 0 }),
    noteProgress: assign((_, { done }: { done: number }) => ({ progress: done })),
    keepPhoto: assign(({ context }, { id }: { id: string }) => {
      const name = unsentOf(context)
      return name ? { ids: { ...context.ids, [name]: id }, progress: 0 } : {}
    }),
    notePhotoFailure: assign(({ context }, failed: Failed) => ({
      failure: failureOf(failed, () => unsentOf(context) ?? null),
    })),
    keepApplied: assign((_, { output }: Outcome) => ({ applied: output.type === 'done' ? output.answer : null })),
    // The accepted version is no longer in force: the new one must be read.
    takeBackConsent: assign({ agreed: false }),
    forgetPhotos: assign({ photos: none, ids: none }),
  },
  guards: {
    isBarred: (_, { output }: { output: LoanOffer }) => output.refusal !== null,
    isRight: ({ context }) => !hasErrors(errorsOf(context)),
    isAllSent: ({ context }) => unsentOf(context) === undefined,
    isOfAnother: (_, { output }: Outcome) =>
      output.type === 'refused' && refusalKey(output.error) === 'agreementRequired',
  },
})
  .extend(submissionParts(fieldOf))
  .createMachine({
    id: 'loanForm',
    description: 'Applying for a loan: costs, four photographs, consent, and one request.',
    context: ({ input: { newRequestId } }) =>
      loanDraft.restore({
        offer: null,
        form: { amount: '', days: 0 },
        photos: none,
        ids: none,
        progress: 0,
        agreed: false,
        errors: {},
        failure: null,
        applied: null,
        newRequestId,
      }),
    invoke: [{ src: 'watchAccount', id: 'watchAccount' }, loanDraft.keeping],
    initial: 'loading',
    states: {
      loading: {
        invoke: {
          src: 'loadFirst',
          id: 'load',
          onDone: [
            { guard: withEvent('isBarred'), target: 'barred', actions: withEvent('keepOffer') },
            { target: 'open', actions: withEvent('keepOffer') },
          ],
        },
      },
      barred: {
        description: 'The user may not apply now. A change of a loan or of the identity verification may change that.',
        tags: 'barred',
        on: { 'account.loan': 'loading', 'account.kyc': 'loading', 'account.missed': 'loading' },
      },
      open: {
        tags: 'form',
        on: {
          'loan.change': { actions: withEvent('change') },
          'loan.choose': { actions: withEvent('choose') },
          'loan.choosePhoto': { actions: withEvent('choosePhoto') },
          'loan.agree': { actions: withEvent('agree') },
          'loan.submit': [{ guard: 'isRight', target: 'submitting', actions: 'begin' }, { actions: 'showErrors' }],
        },
      },
      submitting: {
        description: 'A second tap is ignored.',
        tags: ['form', 'busy'],
        initial: 'choosing',
        states: {
          choosing: {
            description: 'Uploads one photograph at a time; uploaded ones are not sent again.',
            always: [{ guard: 'isAllSent', target: 'sending' }, { target: 'uploading' }],
          },
          uploading: {
            invoke: {
              src: 'uploadPhoto',
              id: 'uploadPhoto',
              input: ({ context }) => {
                const name = unsentOf(context) ?? 'house'
                return { name, photo: context.photos[name] }
              },
            },
            on: {
              'photo.progress': { actions: withEvent('noteProgress') },
              'photo.uploaded': { target: 'choosing', actions: withEvent('keepPhoto') },
              'photo.failed': { target: '#loanForm.open', actions: withEvent('notePhotoFailure') },
            },
          },
          sending: submission({
            request: requestOf,
            tags: ['pending'],
            done: { target: '#loanForm.applied', keep: 'keepApplied', run: 'forgetPhotos' },
            unless: { guard: 'isOfAnother', target: '#loanForm.loading', keep: 'noteRefusal', run: 'takeBackConsent' },
            refused: '#loanForm.open',
            unknown: { target: '#loanForm.unknown' },
          }),
        },
      },
      unknown: {
        description: 'The outcome is unknown: the list of loans shows it.',
        tags: 'uncertain',
      },
      applied: { description: 'Submitted for review.' },
    },
  })
