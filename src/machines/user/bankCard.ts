import type { ActorRefFrom } from 'xstate'
import { assign, fromPromise, setup } from 'xstate'
import { type BankCard, type BankInfo, cashInfo, cashSave } from '../../api/account/bank.ts'
import { areaCodes } from '../../api/account/user.ts'
import {
  type BankCardForm,
  type BankField,
  type BankKey,
  bankCardErrors,
  bankFields,
  refusedBankField,
} from '../../rules/account/bank.ts'
import type { ProofField, ProofForm } from '../../rules/account/proof.ts'
import { hasErrors } from '../../rules/orders/form-errors.ts'
import { call, send } from '../actors/call.ts'
import { type Drafted, draftOf } from '../actors/draft.ts'
import { prove } from '../actors/prove.ts'
import { type Failed, type FormContext, failureOf, typedInto } from '../parts/form.ts'
import { loadFirstBy } from '../parts/loadFirst.ts'
import { withEvent } from '../parts/with-event.ts'

export type BankSubmission = BankCardForm & ProofForm

/** Initial data. `countries`: ISO 3166-1 alpha-2. */
export type BankStart = BankInfo & { countries: readonly string[] }

type Field = BankField | ProofField
type Typed = { field: Field; value: string }

type Context = FormContext<BankSubmission, Field, BankKey> &
  Drafted & {
    countries: readonly string[]
    card: BankCard | null
    /** Whether a proof requires an authenticator's code. */
    authenticator: boolean
    /** The last act: the first card, or a replacement. */
    saved: 'saved' | 'updated' | null
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

/** What the form of a replacement begins with: the card, without its numbers. */
const without = (card: BankCard | null): BankCardForm => ({
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
})

const isBegun = ({ form, card }: Pick<Context, 'form' | 'card'>) => {
  const before = without(card)
  return bankFields.some((field) => form[field] !== '' && form[field] !== before[field])
}

/** The draft of a bank card: in memory only. */
export const bankCardDraft = draftOf<Context>({
  name: 'bankCard',
  stored: [],
  held: [...bankFields, 'password', 'code'],
  isBegun,
})

/** The bank card: viewing it, and saving another. Its numbers are never prefilled, and cleared once saved. */
export const bankCardMachine = setup({
  types: {
    context: {} as Context,
    input: {} as { address: string | null },
    events: {} as
      | ({ type: 'bankCard.change' } & Typed)
      | { type: 'bankCard.submit' }
      | { type: 'bankCard.edit' }
      | { type: 'bankCard.cancel' },
    tags: {} as 'card' | 'form' | 'busy',
    children: {} as { load: 'loadBankCard' },
  },
  actors: {
    loadBankCard: loadFirstBy(
      fromPromise<BankStart>(async ({ signal }) => {
        const [info, countries] = await Promise.all([send(cashInfo, {}, { signal }), send(areaCodes, {}, { signal })])
        return { ...info, countries: countries.map(({ country }) => country) }
      }),
    ),
    saveBankCard: call(cashSave, {
      input: async ({ address, password, code, ...card }: BankSubmission) => ({
        ...card,
        proof: await prove({ address, password, code }),
      }),
      ...{ stays: true, form: true },
    }),
    keepDraft: bankCardDraft.keepDraft,
  },
  actions: {
    begin: assign((_, { output }: { output: BankStart }) => output),
    keep: assign(({ context: { card } }, { output }: { output: BankInfo }) => ({
      ...output,
      saved: card ? ('updated' as const) : ('saved' as const),
    })),
    fill: assign(({ context: { form, card } }) => ({
      form: {
        ...without(card),
        address: form.address,
        password: '',
        code: '',
      },
      errors: {},
      saved: null,
    })),
    change: assign(({ context }, typed: Typed) => typedInto(context, typed, typed.field)),
    forgetForm: assign(({ context: { form } }) => ({
      form: { ...empty, address: form.address, password: '', code: '' },
      errors: {},
      failure: null,
    })),
    showErrors: assign(({ context: { form, authenticator } }) => ({ errors: bankCardErrors(form, authenticator) })),
    noteFailure: assign((_, failed: Failed) => ({ failure: failureOf(failed, refusedBankField) })),
    forgetFailure: assign({ failure: null }),
  },
  guards: {
    isShown: ({ context: { form } }, { output: { card } }: { output: BankStart }) =>
      card !== null && !isBegun({ form, card }),
    hasCard: ({ context }) => context.card !== null,
    isComplete: ({ context: { form, authenticator } }) => !hasErrors(bankCardErrors(form, authenticator)),
  },
}).createMachine({
  id: 'bankCard',
  description: 'The bank card: viewing it, and saving another.',
  context: ({ input: { address } }) =>
    bankCardDraft.restore({
      countries: [],
      card: null,
      authenticator: false,
      form: { ...empty, address, password: '', code: '' },
      errors: {},
      failure: null,
      saved: null,
    }),
  invoke: bankCardDraft.keeping,
  initial: 'loading',
  states: {
    loading: {
      invoke: {
        src: 'loadBankCard',
        id: 'load',
        onDone: [
          { guard: withEvent('isShown'), target: 'shown', actions: withEvent('begin') },
          { target: 'form', actions: withEvent('begin') },
        ],
      },
    },
    shown: {
      tags: 'card',
      on: { 'bankCard.edit': { target: 'form', actions: 'fill' } },
    },
    form: {
      tags: 'form',
      on: {
        'bankCard.change': { actions: withEvent('change') },
        'bankCard.submit': [{ guard: 'isComplete', target: 'submitting' }, { actions: 'showErrors' }],
        'bankCard.cancel': { guard: 'hasCard', target: 'shown', actions: 'forgetForm' },
      },
    },
    submitting: {
      description: 'A wallet may prompt its owner here. A second tap is ignored.',
      tags: ['form', 'busy'],
      entry: 'forgetFailure',
      invoke: {
        src: 'saveBankCard',
        id: 'saveBankCard',
        input: ({ context: { form } }) => form,
        onDone: { target: 'shown', actions: [withEvent('keep'), 'forgetForm'] },
        onError: { target: 'form', actions: withEvent('noteFailure') },
      },
    },
  },
})

export type BankActor = ActorRefFrom<typeof bankCardMachine>
