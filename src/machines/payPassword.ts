import { assign, fromPromise, setup } from 'xstate'
import type { AnswerRefusal } from '../api/answer.ts'
import type { PayPasswordInfo } from '../api/safe.ts'
import { type FormErrors, hasErrors, withoutField } from '../rules/form-errors.ts'
import {
  type PayPasswordField,
  type PayPasswordForm,
  type PayPasswordKey,
  type PayPasswordMode,
  payPasswordErrors,
} from '../rules/proof.ts'
import { mustProvide } from './must-provide.ts'
import { isRefusal, refusalIn } from './refusal.ts'
import type { SentPaperCode } from './sent-code.ts'

export type PayPasswordSubmission = PayPasswordForm & { mode: PayPasswordMode }

type Context = {
  form: PayPasswordForm
  mode: PayPasswordMode
  info: PayPasswordInfo
  errors: FormErrors<PayPasswordField, PayPasswordKey>
  refusal: AnswerRefusal | null
  codeRefusal: AnswerRefusal | null
  sent: SentPaperCode | null
}

/** Setting, changing and resetting the transaction password. What was typed is dropped once it stands. */
export const payPasswordMachine = setup({
  types: {
    context: {} as Context,
    input: {} as { address: string | null },
    events: {} as
      | { type: 'payPassword.change'; field: PayPasswordField; value: string }
      | { type: 'payPassword.setMode'; mode: PayPasswordMode }
      | { type: 'payPassword.sendCode' }
      | { type: 'payPassword.submit' }
      | { type: 'payPassword.retry' },
    tags: {} as
      | 'loading'
      | 'failed'
      | 'busy'
      | 'refused'
      | 'networkFailed'
      | 'done'
      | 'sendingCode'
      | 'coolingDown'
      | 'codeRefused'
      | 'codeNetworkFailed',
  },
  actors: {
    loadPayPassword: fromPromise<PayPasswordInfo>(mustProvide('loadPayPassword')),
    submitPayPassword: fromPromise<PayPasswordInfo, PayPasswordSubmission>(mustProvide('submitPayPassword')),
    sendPayCode: fromPromise<SentPaperCode>(mustProvide('sendPayCode')),
  },
  actions: {
    change: assign(({ context }, { field, value }: { field: PayPasswordField; value: string }) => ({
      form: { ...context.form, [field]: value },
      errors: withoutField(context.errors, field),
    })),
    setMode: assign((_, { mode }: { mode: PayPasswordMode }) => ({ mode, errors: {} })),
    keepInfo: assign((_, { output }: { output: PayPasswordInfo }) => ({
      info: output,
      mode: output.set ? ('change' as const) : ('set' as const),
    })),
    forgetForm: assign(({ context }) => ({
      form: { ...context.form, old: '', next: '', confirm: '', password: '', code: '', emailCode: '' },
      errors: {},
    })),
    keepSent: assign((_, { output }: { output: SentPaperCode }) => ({ sent: output })),
    showErrors: assign(({ context: { form, mode, info } }) => ({ errors: payPasswordErrors(form, mode, info) })),
    noteRefusal: assign((_, { error }: { error: unknown }) => ({ refusal: refusalIn(error) })),
    forgetRefusal: assign({ refusal: null }),
    noteCodeRefusal: assign((_, { error }: { error: unknown }) => ({ codeRefusal: refusalIn(error) })),
    forgetCodeRefusal: assign({ codeRefusal: null, sent: null }),
  },
  guards: {
    isComplete: ({ context: { form, mode, info } }) => !hasErrors(payPasswordErrors(form, mode, info)),
    isRefusal,
  },
}).createMachine({
  id: 'payPassword',
  description: 'The transaction password: its form, and the code to a bound e-mail address that a reset asks for.',
  type: 'parallel',
  context: ({ input: { address } }) => ({
    form: { address, old: '', next: '', confirm: '', password: '', code: '', emailCode: '' },
    mode: 'set',
    info: { set: false, authenticator: false, email: null, sent: null },
    errors: {},
    refusal: null,
    codeRefusal: null,
    sent: null,
  }),
  states: {
    form: {
      initial: 'loading',
      states: {
        loading: {
          tags: 'loading',
          invoke: {
            src: 'loadPayPassword',
            id: 'loadPayPassword',
            onDone: { target: 'open', actions: { type: 'keepInfo', params: ({ event }) => event } },
            onError: 'failed',
          },
        },
        failed: { tags: 'failed', on: { 'payPassword.retry': 'loading' } },
        open: {
          initial: 'editing',
          on: {
            'payPassword.change': { target: '.editing', actions: { type: 'change', params: ({ event }) => event } },
            'payPassword.setMode': { target: '.editing', actions: { type: 'setMode', params: ({ event }) => event } },
            'payPassword.submit': [
              { guard: 'isComplete', target: 'submitting' },
              { target: '.editing', actions: 'showErrors' },
            ],
          },
          states: { editing: {}, refused: { tags: 'refused' }, networkFailed: { tags: 'networkFailed' } },
        },
        submitting: {
          description: 'A wallet may ask its owner here.',
          tags: 'busy',
          entry: 'forgetRefusal',
          invoke: {
            src: 'submitPayPassword',
            id: 'submitPayPassword',
            input: ({ context: { form, mode } }) => ({ ...form, mode }),
            onDone: {
              target: 'done',
              actions: [{ type: 'keepInfo', params: ({ event }) => event }, 'forgetForm'],
            },
            onError: [
              {
                guard: { type: 'isRefusal', params: ({ event }) => event },
                target: 'open.refused',
                actions: { type: 'noteRefusal', params: ({ event }) => event },
              },
              { target: 'open.networkFailed' },
            ],
          },
        },
        done: { tags: 'done' },
      },
    },
    code: {
      initial: 'open',
      states: {
        open: {
          initial: 'ready',
          on: { 'payPassword.sendCode': 'sending' },
          states: { ready: {}, refused: { tags: 'codeRefused' }, networkFailed: { tags: 'codeNetworkFailed' } },
        },
        sending: {
          tags: 'sendingCode',
          entry: 'forgetCodeRefusal',
          invoke: {
            src: 'sendPayCode',
            id: 'sendPayCode',
            onDone: { target: 'coolingDown', actions: { type: 'keepSent', params: ({ event }) => event } },
            onError: [
              {
                guard: { type: 'isRefusal', params: ({ event }) => event },
                target: 'open.refused',
                actions: { type: 'noteCodeRefusal', params: ({ event }) => event },
              },
              { target: 'open.networkFailed' },
            ],
          },
        },
        coolingDown: { tags: 'coolingDown', after: { 60000: 'open' } },
      },
    },
  },
})
