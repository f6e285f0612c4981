import { and, assign, fromPromise, type SnapshotFrom, sendTo, setup } from 'xstate'
import { outbox, register } from '../../api/account/user.ts'
import {
  type RegisterField,
  type RegisterForm,
  type RegisterKey,
  type RegisterStep,
  refusedRegisterField,
  stepErrors,
  stepOf,
  targetErrors,
  targetOf,
  targetText,
} from '../../rules/account/credentials.ts'
import { hasErrors, withoutField } from '../../rules/orders/form-errors.ts'
import { call, dep, send } from '../actors/call.ts'
import { type Drafted, draftOf } from '../actors/draft.ts'
import { goOnWaiting, sendCodeFor, sentBefore } from '../actors/send-code.ts'
import { type Failed, type FormContext, failureOf, typedInto } from '../parts/form.ts'
import type { CodeToTarget, sendCodeMachine } from '../parts/sendCode.ts'
import { withEvent } from '../parts/with-event.ts'

/** The typed fields; the channel is chosen. */
type Typed = { field: Exclude<keyof RegisterForm, 'channel'>; value: string }

/** While money is paper: an invitation code that anyone may use. */
export type Paper = { inviteCode: string }

/** The documents that the user has to accept. */
export type Accepted = { terms: boolean; risks: boolean }

export type Registration = { username: string; password: string; inviteCode: string; target: string; code: string }

type Context = FormContext<RegisterForm, RegisterField, RegisterKey> &
  Drafted & {
    /** Undefined until loaded; null if there is none. */
    paper: Paper | null | undefined
    accepted: Accepted
    /** The code that was sent, if any. */
    code: CodeToTarget | null
    token: string | null
  }

/** The draft of a registration. */
export const registerDraft = draftOf<Context>({
  name: 'register',
  stored: ['username', 'channel', 'areaCode', 'address', 'inviteCode'],
  held: ['password', 'confirm', 'code'],
  beside: ['accepted'],
  isGuests: true,
  isBegun: ({ form, token }) =>
    token === null && [form.username, form.password, form.address].some((text) => text !== ''),
})

const refusedStep = (failed: Failed) => stepOf(failureOf(failed, refusedRegisterField).field)

/** Registering a user name, in three steps. Typed values are kept through a refusal; passwords are cleared after registration. */
export const registerMachine = setup({
  types: {
    context: {} as Context,
    /** `inviteCode`: from the link, or empty. */
    input: {} as { inviteCode: string },
    events: {} as
      | ({ type: 'register.change' } & Typed)
      | { type: 'register.setChannel'; channel: RegisterForm['channel'] }
      | { type: 'register.sendCode' }
      | ({ type: 'register.accept' } & Partial<Accepted>)
      | { type: 'register.reopen'; step: 'account' | 'code' }
      | { type: 'register.submit' },
    tags: {} as 'busy' | 'done' | RegisterStep,
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
    keepDraft: registerDraft.keepDraft,
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
    noteCode: assign((_, { snapshot: { context } }: { snapshot: SnapshotFrom<typeof sendCodeMachine> }) => ({
      code: context.sent ? { target: context.target, sent: context.sent } : null,
    })),
    forgetCodeError: assign(({ context }) => ({ errors: withoutField(context.errors, 'code') })),
    accept: assign(({ context }, { terms, risks }: Partial<Accepted>) => ({
      accepted: { terms: terms ?? context.accepted.terms, risks: risks ?? context.accepted.risks },
    })),
    showErrors: assign(({ context }, { step }: { step: RegisterStep }) => ({ errors: stepErrors[step](context.form) })),
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
    hasAccount: ({ context }) => !hasErrors(stepErrors.account(context.form)),
    hasCode: ({ context }) => !hasErrors(stepErrors.code(context.form)),
    wasSent: ({ context }) => context.code !== null,
    isAtCode: and(['hasAccount', 'wasSent']),
    hasAccountAndCode: and(['hasAccount', 'hasCode']),
    hasAccepted: ({ context: { form, accepted } }) =>
      accepted.terms && accepted.risks && !hasErrors(stepErrors.terms(form)),
    isOfAccount: (_, failed: Failed) => refusedStep(failed) === 'account',
    isOfCode: (_, failed: Failed) => refusedStep(failed) === 'code',
    reopensAccount: (_, { step }: { step: RegisterStep }) => step === 'account',
    hasTarget: ({ context }) => !hasErrors(targetErrors(context.form)),
    changesTarget: (_, { field }: Typed) => field === 'address' || field === 'areaCode',
  },
}).createMachine({
  id: 'register',
  description: 'Registering: the form in three steps, the verification code, the paper outbox.',
  context: ({ input: { inviteCode } }) =>
    registerDraft.restore(
      {
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
        accepted: { terms: false, risks: false },
        code: sentBefore('register'),
        token: null,
      },
      inviteCode,
    ),
  invoke: [
    registerDraft.keeping,
    {
      src: 'sendCode',
      id: 'code',
      input: () => goOnWaiting('register'),
      onSnapshot: { actions: withEvent('noteCode') },
    },
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
      initial: 'begun',
      on: {
        'register.change': [
          { guard: withEvent('changesTarget'), actions: [withEvent('change'), 'forgetCode'] },
          { actions: withEvent('change') },
        ],
        'register.setChannel': { actions: [withEvent('setChannel'), 'forgetCode'] },
      },
      states: {
        begun: {
          description: 'A draft goes on at the step that it had reached.',
          always: [
            { guard: 'hasAccountAndCode', target: 'terms' },
            { guard: 'isAtCode', target: 'code' },
            { target: 'account' },
          ],
        },
        account: {
          tags: 'account',
          on: {
            'register.submit': [
              { guard: 'hasAccountAndCode', target: 'terms' },
              { guard: 'hasAccount', target: 'code' },
              { actions: { type: 'showErrors', params: { step: 'account' } } },
            ],
          },
        },
        code: {
          description: 'The server checks the code with the whole form.',
          tags: 'code',
          on: {
            'register.reopen': { guard: withEvent('reopensAccount'), target: 'account' },
            'register.submit': [
              { guard: 'hasCode', target: 'terms' },
              { actions: { type: 'showErrors', params: { step: 'code' } } },
            ],
          },
        },
        terms: {
          tags: 'terms',
          on: {
            'register.accept': { actions: withEvent('accept') },
            'register.reopen': [{ guard: withEvent('reopensAccount'), target: 'account' }, { target: 'code' }],
            'register.submit': [
              { guard: 'hasAccepted', target: '#register.submitting' },
              { actions: { type: 'showErrors', params: { step: 'terms' } } },
            ],
          },
        },
      },
    },
    submitting: {
      description: 'A second tap is ignored.',
      tags: ['busy', 'terms'],
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
        onError: [
          { guard: withEvent('isOfAccount'), target: 'open.account', actions: withEvent('noteFailure') },
          { guard: withEvent('isOfCode'), target: 'open.code', actions: withEvent('noteFailure') },
          { target: 'open.terms', actions: withEvent('noteFailure') },
        ],
      },
    },
    done: { tags: ['done', 'terms'] },
  },
})
