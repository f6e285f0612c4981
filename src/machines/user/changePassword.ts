import { assign, fromPromise, setup } from 'xstate'
import { hasErrors } from '../../rules/form-errors.ts'
import {
  type PasswordChange,
  type PasswordChangeKey,
  passwordChangeErrors,
  refusedSafeField,
} from '../../rules/proof.ts'
import { type Failed, type FormContext, failureOf, typedInto } from '../parts/form.ts'
import { mustProvide } from '../parts/must-provide.ts'

type Typed = { field: keyof PasswordChange; value: string }

/** Changing the password by which one signs in. What was typed is kept through a refusal, and dropped once changed. */
export const changePasswordMachine = setup({
  types: {
    context: {} as FormContext<PasswordChange, keyof PasswordChange, PasswordChangeKey>,
    events: {} as ({ type: 'changePassword.change' } & Typed) | { type: 'changePassword.submit' },
    tags: {} as 'busy' | 'done',
  },
  actors: {
    changePassword: fromPromise<null, PasswordChange>(mustProvide('changePassword')),
  },
  actions: {
    change: assign(({ context }, typed: Typed) => typedInto(context, typed, typed.field)),
    showErrors: assign(({ context: { form } }) => ({ errors: passwordChangeErrors(form) })),
    noteFailure: assign((_, failed: Failed) => ({ failure: failureOf(failed, refusedSafeField) })),
    forgetFailure: assign({ failure: null }),
    forgetForm: assign({ form: { old: '', next: '', confirm: '' } }),
  },
  guards: {
    isComplete: ({ context: { form } }) => !hasErrors(passwordChangeErrors(form)),
  },
}).createMachine({
  id: 'changePassword',
  description: 'Changing the password of an account.',
  context: { form: { old: '', next: '', confirm: '' }, errors: {}, failure: null },
  initial: 'open',
  states: {
    open: {
      on: {
        'changePassword.change': { actions: { type: 'change', params: ({ event }) => event } },
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
        onError: { target: 'open', actions: { type: 'noteFailure', params: ({ event }) => event } },
      },
    },
    done: { tags: 'done' },
  },
})
