import { assign, fromPromise, setup } from 'xstate'
import type { AnswerRefusal } from '../api/answer.ts'
import type { SignInForm, SignInKey } from '../rules/credentials.ts'
import { signInErrors } from '../rules/credentials.ts'
import { type FormErrors, hasErrors, withoutField } from '../rules/form-errors.ts'
import { mustProvide } from './must-provide.ts'
import { isRefusal, refusalIn } from './refusal.ts'

/** The password form. What was typed is kept through a refusal; the password is dropped once signed in. */
export const signInMachine = setup({
  types: {
    context: {} as SignInForm & {
      errors: FormErrors<keyof SignInForm, SignInKey>
      refusal: AnswerRefusal | null
      token: string | null
    },
    events: {} as { type: 'signIn.change'; field: keyof SignInForm; value: string } | { type: 'signIn.submit' },
    tags: {} as 'busy' | 'refused' | 'networkFailed' | 'done',
  },
  actors: {
    signIn: fromPromise<string, SignInForm>(mustProvide('signIn')),
  },
  actions: {
    change: assign(({ context }, { field, value }: { field: keyof SignInForm; value: string }) => ({
      [field]: value,
      errors: withoutField(context.errors, field),
    })),
    showErrors: assign({ errors: ({ context }) => signInErrors(context) }),
    noteRefusal: assign((_, { error }: { error: unknown }) => ({ refusal: refusalIn(error) })),
    forgetRefusal: assign({ refusal: null }),
    keepToken: assign((_, { token }: { token: string }) => ({ token, password: '' })),
  },
  guards: {
    isComplete: ({ context }) => !hasErrors(signInErrors(context)),
    isRefusal,
  },
}).createMachine({
  id: 'signIn',
  description: 'Signing in by user name and password.',
  context: { username: '', password: '', errors: {}, refusal: null, token: null },
  initial: 'form',
  states: {
    form: {
      initial: 'editing',
      on: {
        'signIn.change': { target: '.editing', actions: { type: 'change', params: ({ event }) => event } },
        'signIn.submit': [
          { guard: 'isComplete', target: 'submitting' },
          { target: '.editing', actions: 'showErrors' },
        ],
      },
      states: {
        editing: {},
        refused: { tags: 'refused' },
        networkFailed: { tags: 'networkFailed' },
      },
    },
    submitting: {
      description: 'A second tap does nothing here.',
      tags: 'busy',
      entry: 'forgetRefusal',
      invoke: {
        src: 'signIn',
        id: 'signIn',
        input: ({ context }) => ({ username: context.username.trim(), password: context.password }),
        onDone: { target: 'done', actions: { type: 'keepToken', params: ({ event }) => ({ token: event.output }) } },
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
