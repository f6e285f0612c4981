import { assign, fromPromise, setup } from 'xstate'
import type { AnswerRefusal } from '../api/answer.ts'
import { type CodeTarget, targetErrors } from '../rules/credentials.ts'
import { type FormErrors, hasErrors, withoutField } from '../rules/form-errors.ts'
import { type ForgetField, type ForgetForm, type ForgetKey, forgetErrors, refusedForgetField } from '../rules/proof.ts'
import { mustProvide } from './must-provide.ts'
import { isRefusal, refusalIn } from './refusal.ts'
import type { AreaCode, SentCode } from './register.ts'

/** What a field of the form can hold: all but the channel, which is chosen. */
type Typed = Exclude<keyof ForgetForm, 'channel'>

type Context = {
  form: ForgetForm
  errors: FormErrors<ForgetField, ForgetKey>
  refusal: (AnswerRefusal & { field: ForgetField | null }) | null
  codeRefusal: AnswerRefusal | null
  /** The code that went out to what now stands in the form. Another address has none. */
  sent: SentCode | null
  areaCodes: readonly AreaCode[]
}

/** Another password in the place of a forgotten one. What was typed is kept until it is set. */
export const forgetMachine = setup({
  types: {
    context: {} as Context,
    events: {} as
      | { type: 'forget.change'; field: Typed; value: string }
      | { type: 'forget.setChannel'; channel: CodeTarget['channel'] }
      | { type: 'forget.sendCode' }
      | { type: 'forget.loadAreas' }
      | { type: 'forget.submit' },
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
    resetPassword: fromPromise<null, ForgetForm>(mustProvide('resetPassword')),
    sendCode: fromPromise<SentCode, CodeTarget>(mustProvide('sendCode')),
    loadAreaCodes: fromPromise<readonly AreaCode[]>(mustProvide('loadAreaCodes')),
  },
  actions: {
    change: assign(({ context }, { field, value }: { field: Typed; value: string }) => ({
      form: { ...context.form, [field]: value },
      errors: withoutField(context.errors, field === 'areaCode' ? 'address' : field),
      ...(field === 'address' || field === 'areaCode' ? { sent: null } : {}),
    })),
    setChannel: assign(({ context }, { channel }: { channel: CodeTarget['channel'] }) => ({
      form: { ...context.form, channel, address: '' },
      errors: withoutField(context.errors, 'address'),
      sent: null,
    })),
    showErrors: assign({ errors: ({ context }) => forgetErrors(context.form) }),
    showTargetErrors: assign({ errors: ({ context }) => ({ ...context.errors, ...targetErrors(context.form) }) }),
    noteRefusal: assign((_, { error }: { error: unknown }) => {
      const refusal = refusalIn(error)
      return { refusal: refusal && { ...refusal, field: refusedForgetField(refusal.key) } }
    }),
    forgetRefusal: assign({ refusal: null }),
    noteCodeRefusal: assign((_, { error }: { error: unknown }) => ({ codeRefusal: refusalIn(error) })),
    forgetSent: assign({ codeRefusal: null, sent: null }),
    keepSent: assign(({ context }, { output }: { output: SentCode }) => ({
      errors: withoutField(context.errors, 'code'),
      sent: output,
    })),
    keepAreaCodes: assign((_, { output }: { output: readonly AreaCode[] }) => ({ areaCodes: output })),
    forgetPasswords: assign(({ context }) => ({ form: { ...context.form, code: '', next: '', confirm: '' } })),
  },
  guards: {
    isComplete: ({ context }) => !hasErrors(forgetErrors(context.form)),
    hasTarget: ({ context }) => !hasErrors(targetErrors(context.form)),
    changesTarget: (_, { field }: { field: Typed }) => field === 'address' || field === 'areaCode',
    isSms: (_, { channel }: { channel: CodeTarget['channel'] }) => channel === 'sms',
    isRefusal,
  },
}).createMachine({
  id: 'forget',
  description: 'A forgotten password: where a code goes, the code, and the new password; and the list of area codes.',
  type: 'parallel',
  context: {
    form: { channel: 'mail', areaCode: '', address: '', code: '', next: '', confirm: '' },
    errors: {},
    refusal: null,
    codeRefusal: null,
    sent: null,
    areaCodes: [],
  },
  states: {
    form: {
      initial: 'open',
      states: {
        open: {
          initial: 'editing',
          on: {
            'forget.change': { target: '.editing', actions: { type: 'change', params: ({ event }) => event } },
            'forget.setChannel': { target: '.editing', actions: { type: 'setChannel', params: ({ event }) => event } },
            'forget.submit': [
              { guard: 'isComplete', target: 'submitting' },
              { target: '.editing', actions: 'showErrors' },
            ],
          },
          states: { editing: {}, refused: { tags: 'refused' }, networkFailed: { tags: 'networkFailed' } },
        },
        submitting: {
          description: 'A second tap does nothing here.',
          tags: 'busy',
          entry: 'forgetRefusal',
          invoke: {
            src: 'resetPassword',
            id: 'resetPassword',
            input: ({ context: { form } }) => form,
            onDone: { target: 'done', actions: 'forgetPasswords' },
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
          on: { 'forget.sendCode': [{ guard: 'hasTarget', target: 'asked' }, { actions: 'showTargetErrors' }] },
          states: { ready: {}, refused: { tags: 'codeRefused' }, networkFailed: { tags: 'codeNetworkFailed' } },
        },
        asked: {
          description:
            'The same address has to wait; another one need not, and has no code, though one may be under way.',
          initial: 'sending',
          on: {
            'forget.change': { guard: { type: 'changesTarget', params: ({ event }) => event }, target: 'open' },
            'forget.setChannel': 'open',
          },
          states: {
            sending: {
              tags: 'sendingCode',
              entry: 'forgetSent',
              invoke: {
                src: 'sendCode',
                id: 'sendCode',
                input: ({ context: { form } }) => ({
                  channel: form.channel,
                  areaCode: form.areaCode,
                  address: form.address.trim(),
                }),
                onDone: { target: 'coolingDown', actions: { type: 'keepSent', params: ({ event }) => event } },
                onError: [
                  {
                    guard: { type: 'isRefusal', params: ({ event }) => event },
                    target: '#forget.code.open.refused',
                    actions: { type: 'noteCodeRefusal', params: ({ event }) => event },
                  },
                  { target: '#forget.code.open.networkFailed' },
                ],
              },
            },
            coolingDown: {
              tags: 'coolingDown',
              after: { 60000: '#forget.code.open' },
            },
          },
        },
      },
    },
    areas: {
      initial: 'unneeded',
      states: {
        unneeded: {
          on: { 'forget.setChannel': { guard: { type: 'isSms', params: ({ event }) => event }, target: 'loading' } },
        },
        loading: {
          invoke: {
            src: 'loadAreaCodes',
            id: 'loadAreaCodes',
            onDone: { target: 'loaded', actions: { type: 'keepAreaCodes', params: ({ event }) => event } },
            onError: 'failed',
          },
        },
        failed: { tags: 'areasFailed', on: { 'forget.loadAreas': 'loading' } },
        loaded: {},
      },
    },
  },
})
