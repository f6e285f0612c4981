import { assign, sendTo, setup } from 'xstate'
import { forget } from '../../api/account/user.ts'
import { type CodeTarget, targetErrors, targetOf, targetText } from '../../rules/account/credentials.ts'
import {
  type ForgetField,
  type ForgetForm,
  type ForgetKey,
  forgetErrors,
  refusedForgetField,
} from '../../rules/account/proof.ts'
import { hasErrors, withoutField } from '../../rules/orders/form-errors.ts'
import { call } from '../actors/call.ts'
import { type Drafted, draftOf } from '../actors/draft.ts'
import { goOnWaiting, sendCodeFor } from '../actors/send-code.ts'
import { type Failed, type FormContext, failureOf, typedInto } from '../parts/form.ts'
import { withEvent } from '../parts/with-event.ts'

/** The typed fields; the channel is chosen. */
type Typed = { field: Exclude<keyof ForgetForm, 'channel'>; value: string }

type Context = FormContext<ForgetForm, ForgetField, ForgetKey> & Drafted

/** The draft of a password reset. */
export const forgetDraft = draftOf<Context>({
  name: 'forget',
  stored: ['channel', 'areaCode', 'address'],
  held: ['code', 'next', 'confirm'],
  isGuests: true,
  isBegun: ({ form }) => [form.address, form.code, form.next, form.confirm].some((text) => text !== ''),
})

/** Resets a forgotten password. Typed values are kept until it is set. */
export const forgetMachine = setup({
  types: {
    context: {} as Context,
    events: {} as
      | ({ type: 'forget.change' } & Typed)
      | { type: 'forget.setChannel'; channel: CodeTarget['channel'] }
      | { type: 'forget.sendCode' }
      | { type: 'forget.submit' },
    tags: {} as 'busy' | 'done',
    children: {} as { code: 'sendCode' },
  },
  actors: {
    resetPassword: call(forget, {
      input: (form: ForgetForm) => ({
        target: targetText(form),
        code: form.code.trim(),
        password: form.next,
        confirm: form.confirm,
      }),
      ...{ stays: true, form: true },
    }),
    sendCode: sendCodeFor('forget'),
    keepDraft: forgetDraft.keepDraft,
  },
  actions: {
    change: assign(({ context }, typed: Typed) =>
      typedInto(context, typed, typed.field === 'areaCode' ? 'address' : typed.field),
    ),
    setChannel: assign(({ context }, { channel }: { channel: CodeTarget['channel'] }) => ({
      form: { ...context.form, channel, address: '' },
      errors: withoutField(context.errors, 'address'),
      failure: null,
    })),
    askForCode: sendTo('code', ({ context: { form } }) => ({ type: 'code.send' as const, target: targetOf(form) })),
    forgetCode: sendTo('code', { type: 'code.forget' }),
    forgetCodeError: assign(({ context }) => ({ errors: withoutField(context.errors, 'code') })),
    showErrors: assign({ errors: ({ context }) => forgetErrors(context.form) }),
    showTargetErrors: assign({ errors: ({ context }) => ({ ...context.errors, ...targetErrors(context.form) }) }),
    noteFailure: assign((_, failed: Failed) => ({ failure: failureOf(failed, refusedForgetField) })),
    forgetFailure: assign({ failure: null }),
    forgetForm: assign(({ context }) => ({
      form: { ...context.form, address: '', code: '', next: '', confirm: '' },
    })),
  },
  guards: {
    isComplete: ({ context }) => !hasErrors(forgetErrors(context.form)),
    hasTarget: ({ context }) => !hasErrors(targetErrors(context.form)),
    changesTarget: (_, { field }: Typed) => field === 'address' || field === 'areaCode',
  },
}).createMachine({
  id: 'forget',
  description: 'Password reset: the address, the code, and the new password.',
  context: () =>
    forgetDraft.restore({
      form: { channel: 'mail', areaCode: '', address: '', code: '', next: '', confirm: '' },
      errors: {},
      failure: null,
    }),
  invoke: [forgetDraft.keeping, { src: 'sendCode', id: 'code', input: () => goOnWaiting('forget') }],
  on: {
    'forget.sendCode': [
      { guard: 'hasTarget', actions: ['forgetCodeError', 'askForCode'] },
      { actions: 'showTargetErrors' },
    ],
  },
  initial: 'open',
  states: {
    open: {
      on: {
        'forget.change': [
          { guard: withEvent('changesTarget'), actions: [withEvent('change'), 'forgetCode'] },
          { actions: withEvent('change') },
        ],
        'forget.setChannel': { actions: [withEvent('setChannel'), 'forgetCode'] },
        'forget.submit': [{ guard: 'isComplete', target: 'submitting' }, { actions: 'showErrors' }],
      },
    },
    submitting: {
      description: 'A second tap is ignored.',
      tags: 'busy',
      entry: 'forgetFailure',
      invoke: {
        src: 'resetPassword',
        id: 'resetPassword',
        input: ({ context: { form } }) => form,
        onDone: { target: 'done', actions: 'forgetForm' },
        onError: { target: 'open', actions: withEvent('noteFailure') },
      },
    },
    done: { tags: 'done' },
  },
})
