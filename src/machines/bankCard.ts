import { assign, fromPromise, setup } from 'xstate'
import type { AnswerRefusal } from '../api/answer.ts'
import type { BankCard, BankInfo } from '../api/bank.ts'
import { type BankCardForm, type BankField, type BankKey, bankCardErrors } from '../rules/bank.ts'
import { type FormErrors, hasErrors, withoutField } from '../rules/form-errors.ts'
import type { ProofField, ProofForm } from '../rules/proof.ts'
import { mustProvide } from './must-provide.ts'
import { isRefusal, refusalIn } from './refusal.ts'

export type BankSubmission = BankCardForm & ProofForm

/** What the page begins with. `countries`: ISO 3166-1 alpha-2. */
export type BankStart = BankInfo & { countries: readonly string[] }

type Typed = BankField | ProofField

type Context = {
  countries: readonly string[]
  card: BankCard | null
  /** Whether a proof asks for an authenticator's code. */
  authenticator: boolean
  form: BankSubmission
  errors: FormErrors<Typed, BankKey>
  refusal: AnswerRefusal | null
  /** Whether it was saved from here. */
  saved: boolean
}

const empty: BankCardForm = {
  realName: '',
  payeeCountry: '',
  phone: '',
  recipientAddress: '',
  bankName: '',
  bankAddress: '',
  swiftCode: '',
  routingNumber: '',
  username: '',
  cardNumber: '',
}

/** The bank card: looking at it, and saving another. Its numbers are typed anew each time, and dropped once saved. */
export const bankCardMachine = setup({
  types: {
    context: {} as Context,
    input: {} as { address: string | null },
    events: {} as
      | { type: 'bankCard.change'; field: Typed; value: string }
      | { type: 'bankCard.submit' }
      | { type: 'bankCard.edit' }
      | { type: 'bankCard.cancel' }
      | { type: 'bankCard.retry' },
    tags: {} as 'loading' | 'failed' | 'card' | 'form' | 'busy' | 'refused' | 'networkFailed',
  },
  actors: {
    loadBankCard: fromPromise<BankStart>(mustProvide('loadBankCard')),
    saveBankCard: fromPromise<BankInfo, BankSubmission>(mustProvide('saveBankCard')),
  },
  actions: {
    begin: assign((_, { output }: { output: BankStart }) => output),
    keep: assign((_, { output }: { output: BankInfo }) => ({ ...output, saved: true })),
    fill: assign(({ context: { form, card } }) => ({
      form: {
        ...empty,
        ...(card && {
          realName: card.realName,
          payeeCountry: card.payeeCountry,
          phone: card.phone,
          recipientAddress: card.recipientAddress,
          bankName: card.bankName,
          bankAddress: card.bankAddress,
          swiftCode: card.swiftCode,
          username: card.username,
        }),
        address: form.address,
        password: '',
        code: '',
      },
      errors: {},
      saved: false,
    })),
    change: assign(({ context }, { field, value }: { field: Typed; value: string }) => ({
      form: { ...context.form, [field]: value },
      errors: withoutField(context.errors, field),
    })),
    forgetForm: assign(({ context: { form } }) => ({
      form: { ...empty, address: form.address, password: '', code: '' },
      errors: {},
    })),
    showErrors: assign(({ context: { form, authenticator } }) => ({ errors: bankCardErrors(form, authenticator) })),
    noteRefusal: assign((_, { error }: { error: unknown }) => ({ refusal: refusalIn(error) })),
    forgetRefusal: assign({ refusal: null }),
  },
  guards: {
    isSaved: (_, { output }: { output: BankStart }) => output.card !== null,
    hasCard: ({ context }) => context.card !== null,
    isComplete: ({ context: { form, authenticator } }) => !hasErrors(bankCardErrors(form, authenticator)),
    isRefusal,
  },
}).createMachine({
  id: 'bankCard',
  description: 'The bank card: looking at it, and saving another.',
  context: ({ input: { address } }) => ({
    countries: [],
    card: null,
    authenticator: false,
    form: { ...empty, address, password: '', code: '' },
    errors: {},
    refusal: null,
    saved: false,
  }),
  initial: 'loading',
  states: {
    loading: {
      tags: 'loading',
      invoke: {
        src: 'loadBankCard',
        id: 'loadBankCard',
        onDone: [
          {
            guard: { type: 'isSaved', params: ({ event }) => event },
            target: 'shown',
            actions: { type: 'begin', params: ({ event }) => event },
          },
          { target: 'form', actions: { type: 'begin', params: ({ event }) => event } },
        ],
        onError: 'failed',
      },
    },
    failed: { tags: 'failed', on: { 'bankCard.retry': 'loading' } },
    shown: {
      tags: 'card',
      on: { 'bankCard.edit': { target: 'form', actions: 'fill' } },
    },
    form: {
      tags: 'form',
      initial: 'editing',
      on: {
        'bankCard.change': { target: '.editing', actions: { type: 'change', params: ({ event }) => event } },
        'bankCard.submit': [
          { guard: 'isComplete', target: 'submitting' },
          { target: '.editing', actions: 'showErrors' },
        ],
        'bankCard.cancel': { guard: 'hasCard', target: 'shown', actions: 'forgetForm' },
      },
      states: {
        editing: {},
        refused: { tags: 'refused' },
        networkFailed: { description: 'What was typed is kept.', tags: 'networkFailed' },
      },
    },
    submitting: {
      description: 'A wallet may ask its owner here. A second tap does nothing.',
      tags: ['form', 'busy'],
      entry: 'forgetRefusal',
      invoke: {
        src: 'saveBankCard',
        id: 'saveBankCard',
        input: ({ context: { form } }) => form,
        onDone: { target: 'shown', actions: [{ type: 'keep', params: ({ event }) => event }, 'forgetForm'] },
        onError: [
          {
            guard: { type: 'isRefusal', params: ({ event }) => event },
            target: 'form.refused',
            actions: { type: 'noteRefusal', params: ({ event }) => event },
          },
          { target: 'form.networkFailed' },
        ],
      },
    },
  },
})
