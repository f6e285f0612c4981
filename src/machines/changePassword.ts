import { assign, fromPromise, setup } from 'xstate'
import type { AnswerRefusal } from '../api/answer.ts'
import { type FormErrors, hasErrors, withoutField } from '../rules/form-errors.ts'
import { type PasswordChange, type PasswordChangeKey, passwordChangeErrors } from '../rules/proof.ts'
import { mustProvide } from './must-provide.ts'
import { isRefusal, refusalIn } from './refusal.ts'

/** Changing the password by which one signs in. What was typed is kept through a refusal, and dropped once changed. */
export const changePasswordMachine = setup({
  types: {
    context: {} as PasswordChange & {
      errors: FormErrors<keyof PasswordChange, PasswordChangeKey>
      refusal: AnswerRefusal | null
    },
    events: {} as
      | { type: 'changePassword.change'; field: keyof PasswordChange; value: string }
      | { type: 'changePassword.submit' },
    tags: {} as 'busy' | 'refused' | 'networkFailed' | 'done',
  },
  actors: {
    changePassword: fromPromise<null, PasswordChange>(mustProvide('changePassword')),
  },
  actions: {
    change: assign(({ context }, { field, value }: { field: keyof PasswordChange; value: string }) => ({
      [field]: value,
      errors: withoutField(context.errors, field),
    })),
    showErrors: assign(({ context }) => ({ errors: passwordChangeErrors(context) })),
    noteRefusal: assign((_, { error }: { error: unknown }) => ({ refusal: refusalIn(error) })),
    forgetRefusal: assign({ refusal: null }),
    forgetForm: assign({ old: '', next: '', confirm: '' }),
  },
  guards: {
    isComplete: ({ context }) => !hasErrors(passwordChangeErrors(context)),
    isRefusal,
  },
}).createMachine({
  id: 'changePassword',
  description: 'Changing the password of an account.',
  context: { old: '', next: '', confirm: '', errors: {}, refusal: null },
  initial: 'form',
  states: {
    form: {
      initial: 'editing',
      on: {
        'changePassword.change': { target: '.editing', actions: { type: 'change', params: ({ event }) => event } },
        'changePassword.submit': [
          { guard: 'isComplete', target: 'submitting' },
          { target: '.editing', actions: 'showErrors' },
        ],
      },
      states: { editing: {}, refused: { tags: 'refused' }, networkFailed: { tags: 'networkFailed' } },
    },
    submitting: {
      tags: 'busy',
      entry: 'forgetRefusal',
      invoke: {
        src: 'changePassword',
        id: 'changePassword',
        input: ({ context: { old, next, confirm } }) => ({ old, next, confirm }),
        onDone: { target: 'done', actions: 'forgetForm' },
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
    done: { tags: 'done' },
  },
})
