import { assign, fromPromise, sendTo, setup } from 'xstate'
import { outbox, register } from '../../api/account/user.ts'
import {
  type RegisterField,
  type RegisterForm,
  type RegisterKey,
  refusedRegisterField,
  registerErrors,
  targetErrors,
  targetOf,
  targetText,
} from '../../rules/account/credentials.ts'
import { hasErrors, withoutField } from '../../rules/orders/form-errors.ts'
import { call, dep, send } from '../actors/call.ts'
import { sendCodeFor } from '../actors/send-code.ts'
import { type Failed, type FormContext, failureOf, typedInto } from '../parts/form.ts'
import { withEvent } from '../parts/with-event.ts'

/** The typed fields; the channel is chosen. */
type Typed = { field: Exclude<keyof RegisterForm, 'channel'>; value: string }

/** While money is paper: an invitation code that anyone may use. */
export type Paper = { inviteCode: string }

export type Registration = { username: string; password: string; inviteCode: string; target: string; code: string }

type Context = FormContext<RegisterForm, RegisterField, RegisterKey> & {
  /** Undefined until loaded; null if there is none. */
  paper: Paper | null | undefined
  token: string | null
}

/** Registering a user name. Typed values are kept through a refusal; passwords are cleared after registration. */
export const registerMachine = setup({
  types: {
    context: {} as Context,
    /** `inviteCode`: from the link, or empty. */
    input: {} as { inviteCode: string },
    events: {} as
      | ({ type: 'register.change' } & Typed)
      | { type: 'register.setChannel'; channel: RegisterForm['channel'] }
      | { type: 'register.sendCode' }
      | { type: 'register.submit' },
    tags: {} as 'busy' | 'done',
    children: {} as { code: 'sendCode' },
  },
  actors: {
    register: call(register, {
      input: (registration: Registration) => ({ ...registration, timeZone: dep('zone')() }),
      ...{ stays: true, form: true },
    }),
    sendCode: sendCodeFor('register'),
    // With real money it is refused, silently.
    loadPaper: fromPromise<Paper>(async ({ signal }) => {
      const { inviteCode } = await send(outbox, {}, { signal, quiet: true })
      return { inviteCode }
    }),
  },
  actions: {
    change: assign(({ context }, typed: Typed) =>
      typedInto(context, typed, typed.field === 'areaCode' ? 'address' : typed.field),
    ),
    setChannel: assign(({ context }, { channel }: { channel: RegisterForm['channel'] }) => ({
      form: { ...context.form, channel, address: '' },
      errors: withoutField(context.errors, 'address'),
      failure: null,
    })),
    askForCode: sendTo('code', ({ context: { form } }) => ({ type: 'code.send' as const, target: targetOf(form) })),
    forgetCode: sendTo('code', { type: 'code.forget' }),
    forgetCodeError: assign(({ context }) => ({ errors: withoutField(context.errors, 'code') })),
    showErrors: assign({ errors: ({ context }) => registerErrors(context.form) }),
    showTargetErrors: assign({ errors: ({ context }) => ({ ...context.errors, ...targetErrors(context.form) }) }),
    noteFailure: assign((_, failed: Failed) => ({ failure: failureOf(failed, refusedRegisterField) })),
    forgetFailure: assign({ failure: null }),
    keepPaper: assign((_, { output }: { output: Paper }) => ({ paper: output })),
    noteNoPaper: assign({ paper: null }),
    keepToken: assign(({ context }, { output }: { output: string }) => ({
      token: output,
      form: { ...context.form, password: '', confirm: '', code: '' },
    })),
  },
  guards: {
    isComplete: ({ context }) => !hasErrors(registerErrors(context.form)),
    hasTarget: ({ context }) => !hasErrors(targetErrors(context.form)),
    changesTarget: (_, { field }: Typed) => field === 'address' || field === 'areaCode',
  },
}).createMachine({
  id: 'register',
  description: 'Registering: the form, the verification code, the paper outbox.',
  context: ({ input: { inviteCode } }) => ({
    form: {
      username: '',
      password: '',
      confirm: '',
      channel: 'mail',
      areaCode: '',
      address: '',
      code: '',
      inviteCode,
    },
    errors: {},
    failure: null,
    paper: undefined,
    token: null,
  }),
  invoke: [
    { src: 'sendCode', id: 'code' },
    {
      src: 'loadPaper',
      id: 'loadPaper',
      onDone: { actions: withEvent('keepPaper') },
      onError: { actions: 'noteNoPaper' },
    },
  ],
  on: {
    'register.sendCode': [
      { guard: 'hasTarget', actions: ['forgetCodeError', 'askForCode'] },
      { actions: 'showTargetErrors' },
    ],
  },
  initial: 'open',
  states: {
    open: {
      on: {
        'register.change': [
          { guard: withEvent('changesTarget'), actions: [withEvent('change'), 'forgetCode'] },
          { actions: withEvent('change') },
        ],
        'register.setChannel': { actions: [withEvent('setChannel'), 'forgetCode'] },
        'register.submit': [{ guard: 'isComplete', target: 'submitting' }, { actions: 'showErrors' }],
      },
    },
    submitting: {
      description: 'A second tap is ignored.',
      tags: 'busy',
      entry: 'forgetFailure',
      invoke: {
        src: 'register',
        id: 'register',
        input: ({ context: { form } }) => ({
          username: form.username.trim(),
          password: form.password,
          inviteCode: form.inviteCode.trim(),
          target: targetText(form),
          code: form.code.trim(),
        }),
        onDone: { target: 'done', actions: withEvent('keepToken') },
        onError: { target: 'open', actions: withEvent('noteFailure') },
      },
    },
    done: { tags: 'done' },
  },
})
