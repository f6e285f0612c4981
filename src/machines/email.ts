import { assign, fromPromise, setup } from 'xstate'
import type { AnswerRefusal } from '../api/answer.ts'
import type { EmailInfo } from '../api/safe.ts'
import { type FormErrors, hasErrors, withoutField } from '../rules/form-errors.ts'
import {
  type EmailField,
  type EmailForm,
  type EmailKey,
  emailAddressErrors,
  emailErrors,
  refusedEmailField,
} from '../rules/proof.ts'
import { mustProvide } from './must-provide.ts'
import { isRefusal, refusalIn } from './refusal.ts'
import type { SentPaperCode } from './sent-code.ts'

type Context = {
  form: EmailForm
  info: EmailInfo
  errors: FormErrors<EmailField, EmailKey>
  refusal: (AnswerRefusal & { field: EmailField | null }) | null
  /** The code that went out to what now stands in the form. Another address has none. */
  sentNew: SentPaperCode | null
  sentOld: SentPaperCode | null
  newCodeRefusal: AnswerRefusal | null
  oldCodeRefusal: AnswerRefusal | null
}

/** Binding an e-mail address, and another in its place. What was typed is dropped once it is bound. */
export const emailMachine = setup({
  types: {
    context: {} as Context,
    input: {} as { address: string | null },
    events: {} as
      | { type: 'email.change'; field: EmailField; value: string }
      | { type: 'email.sendNew' }
      | { type: 'email.sendOld' }
      | { type: 'email.submit' }
      | { type: 'email.retry' },
    tags: {} as
      | 'loading'
      | 'failed'
      | 'busy'
      | 'refused'
      | 'networkFailed'
      | 'done'
      | 'sendingNew'
      | 'newCoolingDown'
      | 'newCodeRefused'
      | 'newCodeNetworkFailed'
      | 'sendingOld'
      | 'oldCoolingDown'
      | 'oldCodeRefused'
      | 'oldCodeNetworkFailed',
  },
  actors: {
    loadEmail: fromPromise<EmailInfo>(mustProvide('loadEmail')),
    sendNewCode: fromPromise<SentPaperCode, { email: string }>(mustProvide('sendNewCode')),
    sendOldCode: fromPromise<SentPaperCode>(mustProvide('sendOldCode')),
    bindEmail: fromPromise<EmailInfo, EmailForm>(mustProvide('bindEmail')),
  },
  actions: {
    change: assign(({ context }, { field, value }: { field: EmailField; value: string }) => ({
      form: { ...context.form, [field]: value },
      errors: withoutField(context.errors, field),
      ...(field === 'email' ? { sentNew: null } : {}),
    })),
    keepInfo: assign((_, { output }: { output: EmailInfo }) => ({ info: output })),
    forgetForm: assign(({ context }) => ({
      form: { ...context.form, email: '', newCode: '', oldCode: '', password: '', code: '' },
      errors: {},
      sentNew: null,
      sentOld: null,
    })),
    showErrors: assign(({ context: { form, info } }) => ({ errors: emailErrors(form, info) })),
    showAddressErrors: assign(({ context: { form, errors } }) => ({
      errors: { ...errors, ...emailAddressErrors(form) },
    })),
    noteRefusal: assign((_, { error }: { error: unknown }) => {
      const refusal = refusalIn(error)
      return { refusal: refusal && { ...refusal, field: refusedEmailField(refusal.key, refusal.params) } }
    }),
    forgetRefusal: assign({ refusal: null }),
    keepSentNew: assign((_, { output }: { output: SentPaperCode }) => ({ sentNew: output })),
    noteNewCodeRefusal: assign((_, { error }: { error: unknown }) => ({ newCodeRefusal: refusalIn(error) })),
    forgetNewCode: assign({ newCodeRefusal: null, sentNew: null }),
    keepSentOld: assign((_, { output }: { output: SentPaperCode }) => ({ sentOld: output })),
    noteOldCodeRefusal: assign((_, { error }: { error: unknown }) => ({ oldCodeRefusal: refusalIn(error) })),
    forgetOldCode: assign({ oldCodeRefusal: null, sentOld: null }),
  },
  guards: {
    isComplete: ({ context: { form, info } }) => !hasErrors(emailErrors(form, info)),
    hasAddress: ({ context: { form } }) => !hasErrors(emailAddressErrors(form)),
    isBound: ({ context: { info } }) => info.email !== null,
    changesAddress: (_, { field }: { field: EmailField }) => field === 'email',
    isRefusal,
  },
}).createMachine({
  id: 'email',
  description: 'The e-mail address: its form, a code to the new one, and one to the old where there is one.',
  type: 'parallel',
  context: ({ input: { address } }) => ({
    form: { address, email: '', newCode: '', oldCode: '', password: '', code: '' },
    info: { email: null, authenticator: false, sent: null },
    errors: {},
    refusal: null,
    sentNew: null,
    sentOld: null,
    newCodeRefusal: null,
    oldCodeRefusal: null,
  }),
  states: {
    form: {
      initial: 'loading',
      states: {
        loading: {
          tags: 'loading',
          invoke: {
            src: 'loadEmail',
            id: 'loadEmail',
            onDone: { target: 'open', actions: { type: 'keepInfo', params: ({ event }) => event } },
            onError: 'failed',
          },
        },
        failed: { tags: 'failed', on: { 'email.retry': 'loading' } },
        open: {
          initial: 'editing',
          on: {
            'email.change': { target: '.editing', actions: { type: 'change', params: ({ event }) => event } },
            'email.submit': [
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
            src: 'bindEmail',
            id: 'bindEmail',
            input: ({ context: { form } }) => form,
            onDone: { target: 'done', actions: [{ type: 'keepInfo', params: ({ event }) => event }, 'forgetForm'] },
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
    newCode: {
      initial: 'open',
      states: {
        open: {
          initial: 'ready',
          on: { 'email.sendNew': [{ guard: 'hasAddress', target: 'asked' }, { actions: 'showAddressErrors' }] },
          states: { ready: {}, refused: { tags: 'newCodeRefused' }, networkFailed: { tags: 'newCodeNetworkFailed' } },
        },
        asked: {
          description:
            'The same address has to wait; another one need not, and has no code, though one may be under way.',
          initial: 'sending',
          on: { 'email.change': { guard: { type: 'changesAddress', params: ({ event }) => event }, target: 'open' } },
          states: {
            sending: {
              tags: 'sendingNew',
              entry: 'forgetNewCode',
              invoke: {
                src: 'sendNewCode',
                id: 'sendNewCode',
                input: ({ context: { form } }) => ({ email: form.email.trim() }),
                onDone: { target: 'coolingDown', actions: { type: 'keepSentNew', params: ({ event }) => event } },
                onError: [
                  {
                    guard: { type: 'isRefusal', params: ({ event }) => event },
                    target: '#email.newCode.open.refused',
                    actions: { type: 'noteNewCodeRefusal', params: ({ event }) => event },
                  },
                  { target: '#email.newCode.open.networkFailed' },
                ],
              },
            },
            coolingDown: {
              tags: 'newCoolingDown',
              after: { 60000: '#email.newCode.open' },
            },
          },
        },
      },
    },
    oldCode: {
      initial: 'open',
      states: {
        open: {
          initial: 'ready',
          on: { 'email.sendOld': { guard: 'isBound', target: 'sending' } },
          states: { ready: {}, refused: { tags: 'oldCodeRefused' }, networkFailed: { tags: 'oldCodeNetworkFailed' } },
        },
        sending: {
          tags: 'sendingOld',
          entry: 'forgetOldCode',
          invoke: {
            src: 'sendOldCode',
            id: 'sendOldCode',
            onDone: { target: 'coolingDown', actions: { type: 'keepSentOld', params: ({ event }) => event } },
            onError: [
              {
                guard: { type: 'isRefusal', params: ({ event }) => event },
                target: 'open.refused',
                actions: { type: 'noteOldCodeRefusal', params: ({ event }) => event },
              },
              { target: 'open.networkFailed' },
            ],
          },
        },
        coolingDown: { tags: 'oldCoolingDown', after: { 60000: 'open' } },
      },
    },
  },
})
