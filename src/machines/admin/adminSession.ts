import { assign, fromPromise, setup } from 'xstate'
import { askAdmin } from '../actors/ask-admin.ts'
import { withEvent } from '../parts/with-event.ts'
import { AdminError, type Operator, wordsOf } from './wire.ts'

export type SignInForm = { name: string; password: string; code: string }
type Failed = { error: unknown }

const blank: SignInForm = { name: '', password: '', code: '' }

/** The operator's session in the admin console. */
export const adminSessionMachine = setup({
  types: {
    context: {} as { form: SignInForm; failure: string | null; me: Operator | null },
    events: {} as
      | { type: 'admin.retry' }
      | { type: 'admin.change'; field: keyof SignInForm; value: string }
      | { type: 'admin.signIn' }
      | { type: 'admin.signOut' }
      | { type: 'admin.ended' },
  },
  actors: {
    readMe: fromPromise(() => askAdmin<Operator>('me')),
    signIn: fromPromise(({ input }: { input: SignInForm }) => askAdmin<void>('sign-in', input)),
    signOut: fromPromise(() => askAdmin<void>('sign-out', {})),
  },
  actions: {
    change: assign(({ context: { form } }, { field, value }: { field: keyof SignInForm; value: string }) => ({
      form: { ...form, [field]: value },
      failure: null,
    })),
    keepMe: assign((_, { output }: { output: Operator }) => ({ me: output, failure: null })),
    // The cause is not shown: the code is used up in any case.
    noteFailure: assign(({ context: { form } }, { error }: Failed) => ({
      failure: wordsOf(error),
      form: { ...form, code: '' },
    })),
    forget: assign({ me: null, form: blank }),
    forgetSecrets: assign(({ context: { form } }) => ({ form: { ...blank, name: form.name } })),
    forgetFailure: assign({ failure: null }),
    sayEnded: assign({ failure: 'Your session has ended. Sign in again.' }),
  },
  guards: {
    isWhole: ({ context: { form } }) => form.name !== '' && form.password !== '' && /^\d{6}$/.test(form.code),
    isSignedOut: (_, { error }: Failed) => error instanceof AdminError && error.signedOut,
  },
}).createMachine({
  id: 'adminSession',
  description: 'The operator’s session.',
  context: { form: { name: '', password: '', code: '' }, failure: null, me: null },
  initial: 'reading',
  states: {
    reading: {
      description: 'Asks the server for the session of the cookie, which no script can read.',
      invoke: {
        src: 'readMe',
        id: 'readMe',
        onDone: { target: 'atWork', actions: withEvent('keepMe') },
        onError: [
          { guard: withEvent('isSignedOut'), target: 'signedOut' },
          { target: 'unanswered', actions: withEvent('noteFailure') },
        ],
      },
    },
    unanswered: { on: { 'admin.retry': { target: 'reading', actions: 'forgetFailure' } } },
    signedOut: {
      on: {
        'admin.change': { actions: withEvent('change') },
        'admin.signIn': { guard: 'isWhole', target: 'signingIn' },
      },
    },
    signingIn: {
      invoke: {
        src: 'signIn',
        id: 'signIn',
        input: ({ context: { form } }) => form,
        onDone: { target: 'reading', actions: 'forgetSecrets' },
        onError: { target: 'signedOut', actions: withEvent('noteFailure') },
      },
    },
    atWork: {
      on: {
        'admin.signOut': 'signingOut',
        'admin.ended': { target: 'signedOut', actions: ['forget', 'sayEnded'] },
      },
    },
    signingOut: {
      description: 'The page forgets the session at once; without an answer it expires on the server.',
      entry: 'forget',
      invoke: { src: 'signOut', id: 'signOut', onDone: 'signedOut', onError: 'signedOut' },
    },
  },
})
