import type { ActorRefFrom } from 'xstate'
import { assign, fromPromise, setup } from 'xstate'
import { again, chargeReq, type Deposit, type DepositStart, getInAddress, terms } from '../../api/money/deposit.ts'
import {
  type DepositForm,
  type DepositKey,
  type ProofKey,
  proofError,
  validateDeposit,
} from '../../rules/deposit/deposit.ts'
import { type FormErrors, hasErrors, withoutField } from '../../rules/orders/form-errors.ts'
import { inForm, send } from '../actors/call.ts'
import { type Drafted, draftOf } from '../actors/draft.ts'
import { uploadPhoto } from '../actors/upload-photo.ts'
import { type Failed, type FormContext, failureOf, typedInto } from '../parts/form.ts'
import type { PhotoNews } from '../parts/photo.ts'
import { submission, submissionParts } from '../parts/submission.ts'
import { type OnceOutcome, type OnceRequest, type OnceSending, submitOnceBy } from '../parts/submitOnce.ts'
import { withEvent } from '../parts/with-event.ts'

/** The fields of a deposit: coins over a network, or a transfer with its proof. */
export type FormWay = 'crypto' | 'bank'

/** The initial choice. An empty network is the usual one. */
export type DepositChoice = Pick<DepositForm, 'currency' | 'network'>

/** The form's data: the terms of the currency, and the address. */
export type DepositGround = { start: DepositStart; network: string; address: string | null }

/** The request: a deposit, or new paper money for a user who has lost all. */
export type DepositRequest = OnceRequest &
  (
    | { type: 'charge'; way: FormWay; currency: string; network?: string; amount: string; proof?: string }
    | { type: 'again'; amount: string }
  )

type Field = 'amount' | 'proof'

type Context = FormContext<DepositForm, Field, DepositKey | ProofKey> &
  Drafted & {
    way: FormWay
    ground: DepositGround | null
    /** Whether the amount of a transfer is confirmed, so that the form asks for its proof: see `isAmountConfirmed`. */
    confirmed: boolean
    proof: File | null
    /** An uploaded proof: it is not sent again. */
    proofId: string | null
    progress: number
    /** Whether new paper money is requested, not a deposit. */
    again: boolean
    requestId: string
    newRequestId: () => string
    /** The last accepted request. */
    sent: Deposit | null
    /** Whether the outcome of the last one is unknown: the list of deposits shows it. */
    unknown: boolean
  }

/** `about`: the currency that the page was opened for, if any; `ground`: the terms and the address, if already loaded. */
export type DepositFormInput = {
  way: FormWay
  choice: DepositChoice
  about?: string | undefined
  newRequestId: () => string
  ground?: DepositGround | undefined
}

type Outcome = { output: OnceOutcome<Deposit> }

/** Whether the amount of a transfer is confirmed, and no error of it is shown. */
export const isAmountConfirmed = ({
  confirmed,
  errors,
  failure,
}: Pick<Context, 'confirmed' | 'errors' | 'failure'>): boolean =>
  confirmed && errors.amount === undefined && failure?.field !== 'amount'

/** Errors of the form's current values. */
function errorsOf({ way, form, ground, proof }: Context): FormErrors<Field, DepositKey | ProofKey> {
  const terms = way === 'bank' ? ground?.start.bank : ground?.start.crypto
  if (!terms) return { amount: { key: 'parameterError' } }
  const missing = way === 'bank' ? proofError(proof) : undefined
  return { ...validateDeposit(form, terms).errors, ...(missing && { proof: missing }) }
}

function requestOf({ way, form, again, ground, proofId, requestId }: Context): DepositRequest {
  if (again) return { requestId, type: 'again', amount: ground?.start.again ?? '' }
  const { currency, network, amount } = form
  const of = way === 'bank' ? { proof: proofId ?? '' } : { network }
  return { requestId, type: 'charge', way, currency, amount, ...of }
}

/** The field that a refusal concerns. */
function fieldOf(key: string | null): Field | null {
  switch (key) {
    case 'belowMinimum':
    case 'aboveMaximum':
    case 'aboveDailyLimit':
      return 'amount'
    case 'proofRequired':
    case 'receiptNotFound':
      return 'proof'
    default:
      return null
  }
}

/** The draft of a deposit. */
export const depositDraft = draftOf<Context>({
  name: 'deposit',
  stored: ['currency', 'network', 'amount'],
  beside: ['confirmed', 'proof', 'proofId'],
  isBegun: ({ form, proof }) => form.amount !== '' || proof !== null,
})

/** Requesting a deposit: the terms and the address, the form, the upload of a proof, and one request. */
export const depositFormMachine = setup({
  types: {
    context: {} as Context,
    input: {} as DepositFormInput,
    events: {} as
      | { type: 'deposit.change'; value: string }
      | { type: 'deposit.choose'; choice: DepositChoice }
      | { type: 'deposit.choosePhoto'; proof: File | null }
      | { type: 'deposit.back' }
      | { type: 'deposit.submit' }
      | { type: 'deposit.again' }
      | { type: 'deposit.retry' }
      | PhotoNews,
    tags: {} as 'loading' | 'failed' | 'form' | 'busy' | 'uncertain',
    children: {} as { submitOnce: 'submitOnce' },
  },
  actors: {
    loadGround: fromPromise<DepositGround, { way: FormWay } & DepositChoice>(
      async ({ input: { way, currency, network }, signal }) => {
        const start = await send(terms, { currency }, { signal })
        if (way === 'bank') return { start, network: '', address: null }
        const carrier = start.networks.find(({ code }) => code === network) ?? start.networks[0]
        const of = { currency, ...(carrier && { network: carrier.code }) }
        const { address } = await send(getInAddress, of, { signal })
        return { start, network: carrier?.code ?? '', address }
      },
    ),
    uploadProof: uploadPhoto(({ proof }: { proof: File | null }) => ({ purpose: 'paymentProof', photo: proof })),
    submitOnce: submitOnceBy(
      fromPromise<Deposit, OnceSending<DepositRequest>>(async ({ input: { again: quiet, ...request }, signal }) => {
        const options = { quiet, ...inForm(signal) }
        if (request.type === 'again') {
          const { type: _, ...asked } = request
          return send(again, asked, options)
        }
        const { type: _, ...asked } = request
        return send(chargeReq, asked, options)
      }),
    ),
    keepDraft: depositDraft.keepDraft,
  },
  actions: {
    keepGround: assign(({ context: { form } }, { output }: { output: DepositGround }) => ({
      ground: output,
      form: { ...form, network: output.network },
    })),
    choose: assign(({ context: { form } }, { choice }: { choice: DepositChoice }) => ({
      // An amount does not carry over to another currency.
      form: { ...choice, amount: choice.currency === form.currency ? form.amount : '' },
      errors: {},
      failure: null,
    })),
    change: assign(({ context }, { value }: { value: string }) => ({
      ...typedInto(context, { field: 'amount', value }, 'amount'),
      confirmed: false,
      unknown: false,
    })),
    choosePhoto: assign(({ context }, { proof }: { proof: File | null }) => {
      const wrong = proof ? proofError(proof) : undefined
      const errors = withoutField(context.errors, 'proof')
      return { proof, proofId: null, errors: wrong ? { ...errors, proof: wrong } : errors, failure: null }
    }),
    confirmAmount: assign(({ context: { errors } }) => ({
      confirmed: true,
      errors: withoutField(errors, 'amount'),
      failure: null,
    })),
    openAmount: assign({ confirmed: false }),
    showAmountError: assign(({ context }) => {
      const { amount } = errorsOf(context)
      return { errors: amount ? { ...context.errors, amount } : context.errors }
    }),
    showErrors: assign({ errors: ({ context }) => errorsOf(context) }),
    begin: assign((_, { again }: { again: boolean }) => ({
      again,
      errors: {},
      failure: null,
      progress: 0,
      unknown: false,
    })),
    noteProgress: assign((_, { done }: { done: number }) => ({ progress: done })),
    keepProof: assign((_, { id }: { id: string }) => ({ proofId: id, progress: 0 })),
    noteProofFailure: assign((_, failed: Failed) => ({ failure: failureOf(failed, () => 'proof') })),
    keepSent: assign(({ context: { form, newRequestId } }, { output }: Outcome) => ({
      sent: output.type === 'done' ? output.answer : null,
      form: { ...form, amount: '' },
      confirmed: false,
      proof: null,
      proofId: null,
      requestId: newRequestId(),
    })),
    noteUnknown: assign(({ context: { newRequestId } }) => ({ unknown: true, requestId: newRequestId() })),
  },
  guards: {
    isKnown: ({ context }) => context.ground !== null,
    isAmountOpen: ({ context }) => context.way === 'bank' && !isAmountConfirmed(context),
    isAmountConfirmable: ({ context }) =>
      context.way === 'bank' && !isAmountConfirmed(context) && errorsOf(context).amount === undefined,
    isRight: ({ context }) => !hasErrors(errorsOf(context)),
    hasProof: ({ context: { way, again, proofId } }) => way === 'crypto' || again || proofId !== null,
    isOffered: ({ context: { ground } }) => ground !== null && ground.start.again !== null,
  },
})
  .extend(submissionParts(fieldOf))
  .createMachine({
    id: 'depositForm',
    description: 'Requesting a deposit: one form, submitted at most once.',
    context: ({ input: { way, choice, about, newRequestId, ground = null } }) =>
      depositDraft.restore(
        {
          way,
          form: { ...choice, amount: '' },
          ground,
          confirmed: false,
          proof: null,
          proofId: null,
          progress: 0,
          again: false,
          errors: {},
          failure: null,
          requestId: newRequestId(),
          newRequestId,
          sent: null,
          unknown: false,
        },
        way === 'bank' ? way : about,
      ),
    invoke: depositDraft.keeping,
    initial: 'begun',
    states: {
      begun: {
        always: [{ guard: 'isKnown', target: 'open' }, { target: 'loading' }],
      },
      loading: {
        description: 'Loads the terms and the address, again for each currency and network, and after each deposit.',
        tags: 'loading',
        on: {
          'deposit.choose': { target: 'loading', reenter: true, actions: withEvent('choose') },
        },
        invoke: {
          src: 'loadGround',
          id: 'loadGround',
          input: ({ context: { way, form } }) => ({ way, currency: form.currency, network: form.network }),
          onDone: { target: 'open', actions: withEvent('keepGround') },
          onError: 'failed',
        },
      },
      failed: {
        tags: 'failed',
        on: { 'deposit.retry': 'loading' },
      },
      open: {
        tags: 'form',
        on: {
          'deposit.choose': { target: 'loading', actions: withEvent('choose') },
          'deposit.change': { actions: withEvent('change') },
          'deposit.choosePhoto': { actions: withEvent('choosePhoto') },
          'deposit.back': { actions: 'openAmount' },
          'deposit.submit': [
            { guard: 'isAmountConfirmable', actions: 'confirmAmount' },
            { guard: 'isAmountOpen', actions: 'showAmountError' },
            { guard: 'isRight', target: 'submitting', actions: { type: 'begin', params: { again: false } } },
            { actions: 'showErrors' },
          ],
          'deposit.again': {
            guard: 'isOffered',
            target: 'submitting',
            actions: { type: 'begin', params: { again: true } },
          },
        },
      },
      submitting: {
        description: 'A second tap is ignored.',
        tags: ['form', 'busy'],
        initial: 'uploading',
        states: {
          uploading: {
            always: { guard: 'hasProof', target: 'sending' },
            invoke: {
              src: 'uploadProof',
              id: 'uploadProof',
              input: ({ context: { proof } }) => ({ proof }),
            },
            on: {
              'photo.progress': { actions: withEvent('noteProgress') },
              'photo.uploaded': { target: 'sending', actions: withEvent('keepProof') },
              'photo.failed': { target: '#depositForm.open', actions: withEvent('noteProofFailure') },
            },
          },
          sending: submission({
            request: requestOf,
            tags: [],
            done: { target: '#depositForm.loading', keep: 'keepSent' },
            refused: '#depositForm.open',
            unknown: { target: '#depositForm.open', run: 'noteUnknown' },
          }),
        },
      },
    },
  })

export type DepositFormActor = ActorRefFrom<typeof depositFormMachine>
