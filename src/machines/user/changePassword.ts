import { assign, setup } from 'xstate'
import { updatePassword } from '../../api/account/safe.ts'
import {
  type PasswordChangeKey,
  type ProofKey,
  refusedSafeField,
  type SignInPasswordChange,
  signInPasswordErrors,
} from '../../rules/account/proof.ts'
import { hasErrors } from '../../rules/orders/form-errors.ts'
import { call } from '../actors/call.ts'
import { type Drafted, draftOf } from '../actors/draft.ts'
import { type Failed, type FormContext, failureOf, typedInto } from '../parts/form.ts'
import { withEvent } from '../parts/with-event.ts'

type Typed = { field: keyof SignInPasswordChange; value: string }

type Context = FormContext<SignInPasswordChange, keyof SignInPasswordChange, PasswordChangeKey | ProofKey> & {
  /** Whether an authenticator is bound, and its code required. */
  authenticator: boolean
} & Drafted

const EMPTY: SignInPasswordChange = { old: '', next: '', confirm: '', code: '' }

/** The draft of a changed password: in memory only. */
export const changePasswordDraft = draftOf<Context>({
  name: 'changePassword',
  stored: [],
  held: ['old', 'next', 'confirm', 'code'],
  isBegun: ({ form }) => Object.values(form).some((text) => text !== ''),
})

/** Changing the sign-in password. Typed values are kept through a refusal, and cleared once changed. */
export const changePasswordMachine = setup({
  types: {
    context: {} as Context,
    input: {} as { authenticator: boolean },
    events: {} as ({ type: 'changePassword.change' } & Typed) | { type: 'changePassword.submit' },
    tags: {} as 'busy' | 'done',
  },
  actors: {
    changePassword: call(updatePassword, {
      input: ({ old, next, confirm, code }: SignInPasswordChange) => ({
        oldPassword: old,
        newPassword: next,
        confirm,
        ...(code.trim() !== '' && { code }),
      }),
      ...{ stays: true, form: true },
    }),
    keepDraft: changePasswordDraft.keepDraft,
  },
  actions: {
    change: assign(({ context }, typed: Typed) => typedInto(context, typed, typed.field)),
    showErrors: assign(({ context: { form, authenticator } }) => ({
      errors: signInPasswordErrors(form, authenticator),
    })),
    noteFailure: assign(({ context: { authenticator } }, failed: Failed) => {
      const failure = failureOf(failed, refusedSafeField)
      // An authenticator may have been bound on another device since the form was opened.
      return { failure, authenticator: authenticator || failure.field === 'code' }
    }),
    forgetFailure: assign({ failure: null }),
    forgetForm: assign({ form: EMPTY }),
  },
  guards: {
    isComplete: ({ context: { form, authenticator } }) => !hasErrors(signInPasswordErrors(form, authenticator)),
  },
}).createMachine({
  id: 'changePassword',
  description: 'Changing the password of an account.',
  context: ({ input: { authenticator } }) =>
    changePasswordDraft.restore({ form: EMPTY, errors: {}, failure: null, authenticator }),
  invoke: changePasswordDraft.keeping,
  initial: 'open',
  states: {
    open: {
      on: {
        'changePassword.change': { actions: withEvent('change') },
        'changePassword.submit': [{ guard: 'isComplete', target: 'submitting' }, { actions: 'showErrors' }],
      },
    },
    submitting: {
      tags: 'busy',
      entry: 'forgetFailure',
      invoke: {
        src: 'changePassword',
        id: 'changePassword',
        input: ({ context: { form } }) => form,
        onDone: { target: 'done', actions: 'forgetForm' },
        onError: { target: 'open', actions: withEvent('noteFailure') },
      },
    },
    done: { tags: 'done' },
  },
})
