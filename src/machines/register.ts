import { assign, fromPromise, setup } from 'xstate'
import type { AnswerRefusal } from '../api/answer.ts'
import {
  type CodeTarget,
  type RegisterField,
  type RegisterForm,
  type RegisterKey,
  refusedRegisterField,
  registerErrors,
  targetErrors,
  targetText,
} from '../rules/credentials.ts'
import { type FormErrors, hasErrors, withoutField } from '../rules/form-errors.ts'
import { mustProvide } from './must-provide.ts'
import { isRefusal, refusalIn } from './refusal.ts'

/** What a field of the form can hold: all but the channel, which is chosen. */
type Typed = Exclude<keyof RegisterForm, 'channel'>

/** A code that went out. `sentAt`: ms since the epoch. `ticket` shows it in the paper outbox. */
export type SentCode = { ticket: string; sentAt: number }

/** While money is paper: an invitation code that anyone may use, and the code of `ticket` where one went out. */
export type Paper = { inviteCode: string; code: string | null }

export type AreaCode = { country: string; areaCode: string }

export type Registration = { username: string; password: string; inviteCode: string; target: string; code: string }

type Context = {
  form: RegisterForm
  errors: FormErrors<RegisterField, RegisterKey>
  refusal: (AnswerRefusal & { field: RegisterField | null }) | null
  codeRefusal: AnswerRefusal | null
  /** The code that went out to what now stands in the form. Another address has none. */
  ticket: string | null
  /** When another code may be asked for, in ms since the epoch. */
  resendAt: number | null
  paper: Paper | null
  /** The ticket that the outbox was last asked for. */
  paperTicket: string | null
  areaCodes: readonly AreaCode[]
  token: string | null
}

/** Registering a user name. What was typed is kept through a refusal; the passwords are dropped once registered. */
export const registerMachine = setup({
  types: {
    context: {} as Context,
    /** `inviteCode`: of the link that led here, or empty. */
    input: {} as { inviteCode: string },
    events: {} as
      | { type: 'register.change'; field: Typed; value: string }
      | { type: 'register.setChannel'; channel: RegisterForm['channel'] }
      | { type: 'register.sendCode' }
      | { type: 'register.loadAreas' }
      | { type: 'register.submit' },
    tags: {} as
      | 'busy'
      | 'refused'
      | 'networkFailed'
      | 'done'
      | 'sendingCode'
      | 'coolingDown'
      | 'codeRefused'
      | 'codeNetworkFailed'
      | 'areasFailed',
  },
  actors: {
    register: fromPromise<string, Registration>(mustProvide('register')),
    sendCode: fromPromise<SentCode, CodeTarget>(mustProvide('sendCode')),
    loadPaper: fromPromise<Paper, { ticket: string | null }>(mustProvide('loadPaper')),
    loadAreaCodes: fromPromise<readonly AreaCode[]>(mustProvide('loadAreaCodes')),
  },
  actions: {
    change: assign(({ context }, { field, value }: { field: Typed; value: string }) => ({
      form: { ...context.form, [field]: value },
      errors: withoutField(context.errors, field === 'areaCode' ? 'address' : field),
      ...(field === 'address' || field === 'areaCode' ? { ticket: null } : {}),
    })),
    setChannel: assign(({ context }, { channel }: { channel: RegisterForm['channel'] }) => ({
      form: { ...context.form, channel, address: '' },
      errors: withoutField(context.errors, 'address'),
      ticket: null,
    })),
    showErrors: assign({ errors: ({ context }) => registerErrors(context.form) }),
    showTargetErrors: assign({ errors: ({ context }) => ({ ...context.errors, ...targetErrors(context.form) }) }),
    noteRefusal: assign((_, { error }: { error: unknown }) => {
      const refusal = refusalIn(error)
      return { refusal: refusal && { ...refusal, field: refusedRegisterField(refusal.key) } }
    }),
    noteCodeRefusal: assign((_, { error }: { error: unknown }) => ({ codeRefusal: refusalIn(error) })),
    forgetRefusal: assign({ refusal: null }),
    forgetCodeRefusal: assign({ codeRefusal: null, resendAt: null }),
    keepTicket: assign(({ context }, { output }: { output: SentCode }) => ({
      errors: withoutField(context.errors, 'code'),
      ticket: output.ticket,
      resendAt: output.sentAt + 60_000,
    })),
    notePaperTicket: assign({ paperTicket: ({ context }) => context.ticket }),
    keepPaper: assign((_, { output }: { output: Paper }) => ({ paper: output })),
    forgetPaper: assign({ paper: null }),
    keepAreaCodes: assign((_, { output }: { output: readonly AreaCode[] }) => ({ areaCodes: output })),
    keepToken: assign(({ context }, { output }: { output: string }) => ({
      token: output,
      form: { ...context.form, password: '', confirm: '', code: '' },
    })),
  },
  guards: {
    isComplete: ({ context }) => !hasErrors(registerErrors(context.form)),
    hasTarget: ({ context }) => !hasErrors(targetErrors(context.form)),
    changesTarget: (_, { field }: { field: Typed }) => field === 'address' || field === 'areaCode',
    isSms: (_, { channel }: { channel: RegisterForm['channel'] }) => channel === 'sms',
    isTicketNews: ({ context }) => context.ticket !== context.paperTicket,
    isRefusal,
  },
}).createMachine({
  id: 'register',
  description: 'Registering: the form, the code that proves an address, the paper outbox, the list of area codes.',
  type: 'parallel',
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
    refusal: null,
    codeRefusal: null,
    ticket: null,
    resendAt: null,
    paper: null,
    paperTicket: null,
    areaCodes: [],
    token: null,
  }),
  states: {
    form: {
      initial: 'open',
      states: {
        open: {
          initial: 'editing',
          on: {
            'register.change': { target: '.editing', actions: { type: 'change', params: ({ event }) => event } },
            'register.setChannel': {
              target: '.editing',
              actions: { type: 'setChannel', params: ({ event }) => event },
            },
            'register.submit': [
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
            src: 'register',
            id: 'register',
            input: ({ context: { form } }) => ({
              username: form.username.trim(),
              password: form.password,
              inviteCode: form.inviteCode.trim(),
              target: targetText(form),
              code: form.code.trim(),
            }),
            onDone: { target: 'done', actions: { type: 'keepToken', params: ({ event }) => event } },
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
          on: {
            'register.sendCode': [{ guard: 'hasTarget', target: 'asked' }, { actions: 'showTargetErrors' }],
          },
          states: {
            ready: {},
            refused: { tags: 'codeRefused' },
            networkFailed: { tags: 'codeNetworkFailed' },
          },
        },
        asked: {
          description:
            'The same address has to wait; another one need not, and has no code, though one may be under way.',
          initial: 'sending',
          on: {
            'register.change': { guard: { type: 'changesTarget', params: ({ event }) => event }, target: 'open' },
            'register.setChannel': 'open',
          },
          states: {
            sending: {
              tags: 'sendingCode',
              entry: 'forgetCodeRefusal',
              invoke: {
                src: 'sendCode',
                id: 'sendCode',
                input: ({ context: { form } }) => ({
                  channel: form.channel,
                  areaCode: form.areaCode,
                  address: form.address.trim(),
                }),
                onDone: { target: 'coolingDown', actions: { type: 'keepTicket', params: ({ event }) => event } },
                onError: [
                  {
                    guard: { type: 'isRefusal', params: ({ event }) => event },
                    target: '#register.code.open.refused',
                    actions: { type: 'noteCodeRefusal', params: ({ event }) => event },
                  },
                  { target: '#register.code.open.networkFailed' },
                ],
              },
            },
            coolingDown: {
              tags: 'coolingDown',
              after: { 60000: '#register.code.open' },
            },
          },
        },
      },
    },
    paper: {
      initial: 'loading',
      states: {
        loading: {
          entry: 'notePaperTicket',
          invoke: {
            src: 'loadPaper',
            id: 'loadPaper',
            input: ({ context: { ticket } }) => ({ ticket }),
            onDone: { target: 'settled', actions: { type: 'keepPaper', params: ({ event }) => event } },
            onError: { target: 'settled', actions: 'forgetPaper' },
          },
        },
        settled: {
          always: { guard: 'isTicketNews', target: 'loading' },
        },
      },
    },
    areas: {
      initial: 'unneeded',
      states: {
        unneeded: {
          on: {
            'register.setChannel': { guard: { type: 'isSms', params: ({ event }) => event }, target: 'loading' },
          },
        },
        loading: {
          invoke: {
            src: 'loadAreaCodes',
            id: 'loadAreaCodes',
            onDone: { target: 'loaded', actions: { type: 'keepAreaCodes', params: ({ event }) => event } },
            onError: 'failed',
          },
        },
        failed: {
          tags: 'areasFailed',
          on: { 'register.loadAreas': 'loading' },
        },
        loaded: {},
      },
    },
  },
})
