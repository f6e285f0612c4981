import type { ActorRefFrom } from 'xstate'
import { assign, fromPromise, setup } from 'xstate'
import { addAddress, deleteAddress, type WithdrawalAddress } from '../../api/money/withdrawal.ts'
import { hasErrors } from '../../rules/orders/form-errors.ts'
import {
  type AddressField,
  type AddressForm,
  type AddressKey,
  addressErrors,
  noAddress,
  refusedAddressField,
} from '../../rules/withdrawal/addresses.ts'
import { call, inForm, send } from '../actors/call.ts'
import { type Drafted, draftOf } from '../actors/draft.ts'
import { type Failed, type FormContext, failureOf, typedInto } from '../parts/form.ts'
import { withEvent } from '../parts/with-event.ts'

type Typed = { field: AddressField; value: string }
type Begun = { network: string; authenticator: boolean }

/** An address to add, with its proof. */
export type NewAddress = Omit<AddressForm, 'code'> & { code?: string }

/** The last change of the book. */
export type AddressNews = { type: 'added'; address: WithdrawalAddress } | { type: 'deleted'; id: string }

type Context = FormContext<AddressForm, AddressField, AddressKey> &
  Drafted & {
    /** Whether an authenticator’s code is required. */
    authenticator: boolean
    news: AddressNews | null
  }

const isBegun = ({ form }: Pick<Context, 'form'>) => form.address !== '' || form.label !== ''

/** The draft of an address to add. The proof lives as long as its sheet. */
export const addressDraft = draftOf<Context>({
  name: 'address',
  stored: ['network', 'address', 'label'],
  isBegun,
})

/** The withdrawal address book, in a sheet: adds and deletes addresses. The page selects. */
export const addressBookMachine = setup({
  types: {
    context: {} as Context,
    events: {} as
      | { type: 'book.open' }
      | { type: 'book.close' }
      | ({ type: 'book.new' } & Begun)
      | { type: 'book.back' }
      | ({ type: 'book.change' } & Typed)
      | { type: 'book.add' }
      | { type: 'book.delete'; id: string },
    tags: {} as 'list' | 'form' | 'busy',
  },
  actors: {
    addAddress: call(addAddress, { input: (input: NewAddress) => input, form: true, stays: true }),
    deleteAddress: fromPromise<string, { id: string }>(async ({ input, signal }) => {
      await send(deleteAddress, input, inForm(signal))
      return input.id
    }),
    keepDraft: addressDraft.keepDraft,
  },
  actions: {
    begin: assign(({ context }, { network, authenticator }: Begun) => ({
      form: isBegun(context) ? context.form : { ...noAddress, network },
      authenticator,
      errors: {},
      failure: null,
    })),
    change: assign(({ context }, typed: Typed) =>
      typedInto(context, typed, typed.field === 'network' ? 'address' : typed.field),
    ),
    showErrors: assign(({ context: { form, authenticator } }) => ({ errors: addressErrors(form, { authenticator }) })),
    forgetProof: assign(({ context: { form } }) => ({ form: { ...form, payPassword: '', code: '' } })),
    forgetFailure: assign({ failure: null }),
    noteFailure: assign((_, failed: Failed) => ({ failure: failureOf(failed, refusedAddressField) })),
    noteAdded: assign((_, { output }: { output: WithdrawalAddress }) => ({
      form: noAddress,
      news: { type: 'added' as const, address: output },
    })),
    noteDeleted: assign((_, { id }: { id: string }) => ({ news: { type: 'deleted' as const, id } })),
  },
  guards: {
    isRight: ({ context: { form, authenticator } }) => !hasErrors(addressErrors(form, { authenticator })),
  },
}).createMachine({
  id: 'addressBook',
  description: 'The withdrawal address book: adding and deleting addresses.',
  context: () =>
    addressDraft.restore({
      form: noAddress,
      errors: {},
      failure: null,
      authenticator: false,
      news: null,
    }),
  invoke: addressDraft.keeping,
  initial: 'closed',
  states: {
    closed: {
      entry: 'forgetProof',
      on: {
        'book.open': { target: 'list', actions: 'forgetFailure' },
        'book.new': { target: 'form', actions: withEvent('begin') },
      },
    },
    list: {
      tags: 'list',
      on: {
        'book.new': { target: 'form', actions: withEvent('begin') },
        'book.delete': 'deleting',
        'book.close': 'closed',
      },
    },
    form: {
      tags: 'form',
      on: {
        'book.change': { actions: withEvent('change') },
        'book.add': [{ guard: 'isRight', target: 'adding' }, { actions: 'showErrors' }],
        'book.back': { target: 'list', actions: ['forgetFailure', 'forgetProof'] },
        'book.close': 'closed',
      },
    },
    adding: {
      tags: ['form', 'busy'],
      entry: 'forgetFailure',
      invoke: {
        src: 'addAddress',
        id: 'addAddress',
        input: ({
          context: {
            form: { code, ...form },
            authenticator,
          },
        }) => ({ ...form, ...(authenticator && { code }) }),
        onDone: { target: 'closed', actions: withEvent('noteAdded') },
        onError: { target: 'form', actions: withEvent('noteFailure') },
      },
    },
    deleting: {
      tags: ['list', 'busy'],
      entry: 'forgetFailure',
      invoke: {
        src: 'deleteAddress',
        id: 'deleteAddress',
        input: ({ event }) => ({ id: event.type === 'book.delete' ? event.id : '' }),
        onDone: {
          target: 'list',
          actions: { type: 'noteDeleted', params: ({ event }) => ({ id: event.output }) },
        },
        onError: { target: 'list', actions: withEvent('noteFailure') },
      },
    },
  },
})

export type BookActor = ActorRefFrom<typeof addressBookMachine>
