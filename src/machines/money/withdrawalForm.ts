import type { ActorRefFrom } from 'xstate'
import { and, assign, fromPromise, setup } from 'xstate'
import {
  cancel,
  conditions,
  out,
  type Withdrawal,
  type WithdrawalAddress,
  type WithdrawalConditions,
} from '../../api/money/withdrawal.ts'
import { isSentOn } from '../../rules/money/coin-networks.ts'
import { DAY_SECONDS } from '../../rules/money/paper-day.ts'
import { hasErrors } from '../../rules/orders/form-errors.ts'
import {
  isMostWithdrawal,
  mostWithdrawal,
  refusedWithdrawalField,
  validateWithdrawal,
  type WithdrawalField,
  withdrawalProofErrors,
} from '../../rules/withdrawal/withdrawal.ts'
import { call, inForm, send } from '../actors/call.ts'
import { draftOf } from '../actors/draft.ts'
import { watchAccount } from '../actors/watch-account.ts'
import { failureOf, typedInto } from '../parts/form.ts'
import { loadFirstBy } from '../parts/loadFirst.ts'
import { submission, submissionParts } from '../parts/submission.ts'
import { type OnceSending, submitOnceBy } from '../parts/submitOnce.ts'
import { withEvent } from '../parts/with-event.ts'
import {
  type CancelRequest,
  mayWithdraw,
  requestIn,
  termsIn,
  type WithdrawalContext,
  type WithdrawalFormInput,
  type WithdrawalOutcome,
  type WithdrawalRequest,
} from './withdrawal-form-types.ts'

type Typed = { field: WithdrawalField; value: string }

const nothingAsked: WithdrawalConditions = {
  conditions: [],
  turnover: { asked: '0', counted: '0', missing: '0' },
  currencies: [],
  addresses: [],
  authenticator: false,
  newest: null,
  owed: null,
  addressWaitSeconds: DAY_SECONDS,
}

/** The destination of a withdrawal: the selected address, or else the newest that fits the currency. */
const fittingAddress = (addresses: WithdrawalConditions['addresses'], currency: string, chosen: string): string => {
  const fitting = addresses.filter(({ network }) => isSentOn(currency, network))
  return (fitting.find(({ id }) => id === chosen) ?? fitting[0])?.id ?? ''
}

/** The draft of a withdrawal. The proof lives as long as its sheet. */
export const withdrawalDraft = draftOf<WithdrawalContext>({
  name: 'withdrawal',
  stored: ['currency', 'addressId', 'amount'],
  isBegun: ({ form }) => form.amount !== '',
})

/**
 * The withdrawal page: its requirements, the form, and the sheet that asks for the proof.
 *
 * A request pending when the page is left is found in the requirements at the next visit: at most one withdrawal is under
 * review.
 */
export const withdrawalFormMachine = setup({
  types: {
    context: {} as WithdrawalContext,
    input: {} as WithdrawalFormInput,
    events: {} as
      | ({ type: 'withdrawal.change' } & Typed)
      | { type: 'withdrawal.next' }
      | { type: 'form.back' }
      | { type: 'withdrawal.submit' }
      | { type: 'withdrawal.cancel' }
      | { type: 'withdrawal.reload' }
      | { type: 'withdrawal.added'; address: WithdrawalAddress }
      | { type: 'account.withdrawal'; withdrawal: Withdrawal }
      | { type: 'account.wallet' }
      | { type: 'account.order' }
      | { type: 'account.kyc' }
      | { type: 'account.missed' },
    tags: {} as 'ready' | 'sheet' | 'pending' | 'uncertain' | 'cancelling',
    children: {} as { load: 'loadConditions'; submitOnce: 'submitOnce'; cancelOnce: 'cancelOnce' },
  },
  actors: {
    loadConditions: loadFirstBy(call(conditions)),
    reloadConditions: call(conditions, { quiet: true }),
    submitOnce: submitOnceBy(
      fromPromise<Withdrawal, OnceSending<WithdrawalRequest>>(async ({ input: { again: quiet, ...request }, signal }) =>
        send(out, request, { quiet, ...inForm(signal) }),
      ),
    ),
    cancelOnce: submitOnceBy(
      fromPromise<Withdrawal, OnceSending<CancelRequest>>(async ({ input: { again: quiet, ...request }, signal }) =>
        send(cancel, request, { quiet, ...inForm(signal) }),
      ),
    ),
    watchAccount,
    keepDraft: withdrawalDraft.keepDraft,
  },
  actions: {
    keep: assign(({ context }, { output: asked }: { output: WithdrawalConditions }) => {
      const { form } = context
      const addressId = fittingAddress(asked.addresses, form.currency, form.addressId)
      const limits = asked.currencies.find(({ currency }) => currency === form.currency)
      const most = limits && isMostWithdrawal(form, context.asked) ? mostWithdrawal(limits) : undefined
      return { asked, form: { ...form, addressId, amount: most ?? form.amount } }
    }),
    change: assign(({ context }, typed: Typed) => {
      const { form, errors, failure } = typedInto(context, typed, typed.field)
      if (typed.field !== 'currency') return { form, errors, failure }
      const addressId = fittingAddress(context.asked.addresses, form.currency, form.addressId)
      return { form: { ...form, amount: '', addressId }, errors: {}, failure }
    }),
    choose: assign(({ context: { asked, form } }, { address }: { address: WithdrawalAddress }) => ({
      asked: { ...asked, addresses: [address, ...asked.addresses] },
      form: isSentOn(form.currency, address.network) ? { ...form, addressId: address.id } : form,
      errors: {},
    })),
    showErrors: assign(({ context }) => ({ errors: validateWithdrawal(context.form, termsIn(context)).errors })),
    showProofErrors: assign(({ context }) => ({ errors: withdrawalProofErrors(context.form, context.asked) })),
    forgetErrors: assign({ errors: {}, failure: null }),
    forgetProof: assign(({ context: { form } }) => ({ form: { ...form, payPassword: '', code: '' } })),
    noteNewest: assign(({ context: { asked } }, { withdrawal }: { withdrawal: Withdrawal }) => ({
      asked: isOlder(asked.newest, withdrawal) ? { ...asked, newest: withdrawal } : asked,
    })),
    noteSubmitted: assign(({ context: { asked, form } }, { output }: WithdrawalOutcome) =>
      output.type === 'done'
        ? { submitted: output.answer, asked: { ...asked, newest: output.answer }, form: { ...form, amount: '' } }
        : {},
    ),
    noteCancelled: assign(({ context: { asked } }, { output }: WithdrawalOutcome) =>
      output.type === 'done' ? { cancelled: output.answer, asked: { ...asked, newest: output.answer } } : {},
    ),
    renewRequest: assign(({ context }) => ({ requestId: context.newRequestId() })),
  },
  guards: {
    mayWithdraw: ({ context: { asked } }) => mayWithdraw(asked),
    isRight: ({ context }) => !hasErrors(validateWithdrawal(context.form, termsIn(context)).errors),
    isReady: and(['mayWithdraw', 'isRight']),
    isProven: ({ context: { form, asked } }) => !hasErrors(withdrawalProofErrors(form, asked)),
    isUnderReview: ({ context: { asked } }) => asked.newest?.state === 'underReview',
    isOfProof: (_, { output }: WithdrawalOutcome) =>
      output.type === 'refused' &&
      ['payPassword', 'code'].includes(failureOf(output, refusedWithdrawalField).field ?? ''),
  },
})
  .extend(submissionParts(refusedWithdrawalField))
  .createMachine({
    id: 'withdrawalForm',
    description: 'Withdrawing: its requirements, a form, and a sheet that asks for the proof.',
    context: ({ input: { currency, newRequestId, serverNow } }) =>
      withdrawalDraft.restore(
        {
          form: { currency: currency ?? 'USDT', addressId: '', amount: '', payPassword: '', code: '' },
          errors: {},
          failure: null,
          asked: nothingAsked,
          newRequestId,
          serverNow,
          requestId: newRequestId(),
          submitted: null,
          cancelled: null,
        },
        currency,
      ),
    invoke: [{ src: 'watchAccount', id: 'watchAccount' }, withdrawalDraft.keeping],
    initial: 'loading',
    on: {
      'account.withdrawal': { actions: withEvent('noteNewest') },
    },
    states: {
      loading: {
        invoke: {
          src: 'loadConditions',
          id: 'load',
          onDone: { target: 'open', actions: withEvent('keep') },
        },
      },
      open: {
        tags: 'ready',
        entry: ['forgetProof', 'renewRequest'],
        on: {
          'withdrawal.change': { actions: withEvent('change') },
          'withdrawal.next': [
            { guard: 'isReady', target: 'confirming', actions: 'forgetErrors' },
            { actions: 'showErrors' },
          ],
          'withdrawal.cancel': { guard: 'isUnderReview', target: 'cancelling' },
          'withdrawal.reload': '.reloading',
          'withdrawal.added': { target: '.reloading', actions: withEvent('choose') },
          'account.withdrawal': { target: '.reloading', actions: withEvent('noteNewest') },
          'account.wallet': '.reloading',
          'account.order': '.reloading',
          'account.kyc': '.reloading',
          'account.missed': '.reloading',
        },
        initial: 'resting',
        states: {
          resting: {},
          reloading: {
            description: 'The last data is shown meanwhile, and stays if the request fails.',
            invoke: {
              src: 'reloadConditions',
              id: 'reload',
              onDone: { target: 'resting', actions: withEvent('keep') },
              onError: 'resting',
            },
          },
        },
      },
      confirming: {
        description: 'The sheet: amount, destination, and proof of identity.',
        tags: ['ready', 'sheet'],
        on: {
          'withdrawal.change': { actions: withEvent('change') },
          'withdrawal.submit': [{ guard: 'isProven', target: 'submitting' }, { actions: 'showProofErrors' }],
          'form.back': { target: 'open', actions: 'forgetErrors' },
        },
      },
      submitting: submission({
        request: requestIn,
        tags: ['ready', 'sheet', 'pending'],
        done: { target: 'open.reloading', keep: 'noteSubmitted' },
        unless: { guard: 'isOfProof', target: 'confirming', keep: 'noteRefusal' },
        refused: 'open.reloading',
      }),
      cancelling: {
        description: 'Cancels the withdrawal under review.',
        tags: ['ready', 'cancelling'],
        entry: 'forgetErrors',
        invoke: {
          src: 'cancelOnce',
          id: 'cancelOnce',
          input: ({ context: { asked, newRequestId } }) => ({
            request: { id: asked.newest?.id ?? '', requestId: newRequestId() },
          }),
          onDone: { target: 'open.reloading', actions: [withEvent('noteRefusal'), withEvent('noteCancelled')] },
        },
      },
    },
  })

const isOlder = (known: Withdrawal | null, other: Withdrawal): boolean =>
  known === null || other.id > known.id || (other.id === known.id && other.version > known.version)

export type WithdrawalActor = ActorRefFrom<typeof withdrawalFormMachine>
