import { assign, sendTo, setup } from 'xstate'
import { type PayPasswordInfo, payPassword } from '../../api/account/safe.ts'
import {
  type PayPasswordField,
  type PayPasswordForm,
  type PayPasswordKey,
  type PayPasswordMode,
  payPasswordErrors,
  refusedSafeField,
} from '../../rules/account/proof.ts'
import { hasErrors } from '../../rules/orders/form-errors.ts'
import { call, dep, send } from '../actors/call.ts'
import { type Drafted, draftOf } from '../actors/draft.ts'
import { prove } from '../actors/prove.ts'
import { goOnWaiting, paperCodeOf, sendCodeBy } from '../actors/send-code.ts'
import { type Failed, type FormContext, failureOf, typedInto } from '../parts/form.ts'
import { loadFirstBy } from '../parts/loadFirst.ts'
import { withEvent } from '../parts/with-event.ts'

export type PayPasswordSubmission = PayPasswordForm & { mode: PayPasswordMode }

type Typed = { field: PayPasswordField; value: string }

type Context = FormContext<PayPasswordForm, PayPasswordField, PayPasswordKey> & {
  mode: PayPasswordMode
  info: PayPasswordInfo
} & Drafted

/** The draft of a transaction password: in memory only. */
export const payPasswordDraft = draftOf<Context>({
  name: 'payPassword',
  stored: [],
  held: ['old', 'next', 'confirm', 'password', 'code', 'emailCode'],
  beside: ['mode'],
  isBegun: ({ form: { address: _, ...typed } }) => Object.values(typed).some((text) => text !== ''),
})

/** Setting, changing and resetting the transaction password. Typed values are cleared once it is set. */
export const payPasswordMachine = setup({
  types: {
    context: {} as Context,
    input: {} as { address: string | null },
    events: {} as
      | ({ type: 'payPassword.change' } & Typed)
      | { type: 'payPassword.setMode'; mode: PayPasswordMode }
      | { type: 'payPassword.sendCode' }
      | { type: 'payPassword.submit' },
    tags: {} as 'busy' | 'done',
    children: {} as { load: 'loadPayPassword'; code: 'sendPayCode' },
  },
  actors: {
    loadPayPassword: loadFirstBy(call(payPassword, { input: () => ({ action: 'state' }) })),
    submitPayPassword: call(payPassword, {
      input: async (form: PayPasswordSubmission) => {
        const { mode, old, next: password, confirm, emailCode } = form
        if (mode === 'change') return { action: mode, oldPassword: old, password, confirm }
        const proof = await prove(form)
        if (mode === 'set') return { action: mode, password, confirm, proof }
        const mailed = emailCode.trim() === '' ? {} : { emailCode: emailCode.trim() }
        return { action: mode, password, confirm, proof, ...mailed }
      },
      ...{ stays: true, form: true },
    }),
    sendPayCode: sendCodeBy('payPassword', async (_, options) => {
      const { sent } = await send(payPassword, { action: 'sendCode' }, options)
      const sentAt = dep('now')()
      return { sentAt, paper: sent?.paper ?? false, code: sent?.paper ? await paperCodeOf(sent.ticket) : null }
    }),
    keepDraft: payPasswordDraft.keepDraft,
  },
  actions: {
    change: assign(({ context }, typed: Typed) => typedInto(context, typed, typed.field)),
    setMode: assign((_, { mode }: { mode: PayPasswordMode }) => ({ mode, errors: {}, failure: null })),
    keepInfo: assign((_, { output }: { output: PayPasswordInfo }) => ({ info: output })),
    chooseMode: assign(({ context: { info, mode } }) => {
      if (!info.set) return { mode: 'set' as const }
      return { mode: mode === 'reset' ? mode : ('change' as const) }
    }),
    forgetForm: assign(({ context }) => ({
      form: { ...context.form, old: '', next: '', confirm: '', password: '', code: '', emailCode: '' },
      errors: {},
    })),
    askForCode: sendTo('code', { type: 'code.send', target: null }),
    showErrors: assign(({ context: { form, mode, info } }) => ({ errors: payPasswordErrors(form, mode, info) })),
    noteFailure: assign((_, failed: Failed) => ({ failure: failureOf(failed, refusedSafeField) })),
    forgetFailure: assign({ failure: null }),
  },
  guards: {
    isComplete: ({ context: { form, mode, info } }) => !hasErrors(payPasswordErrors(form, mode, info)),
  },
}).createMachine({
  id: 'payPassword',
  description: 'The transaction password: its form, and the e-mail code that a reset requires.',
  initial: 'loading',
  context: ({ input: { address } }) =>
    payPasswordDraft.restore({
      form: { address, old: '', next: '', confirm: '', password: '', code: '', emailCode: '' },
      mode: 'set',
      info: { set: false, authenticator: false, email: null, sent: null },
      errors: {},
      failure: null,
    }),
  invoke: [payPasswordDraft.keeping, { src: 'sendPayCode', id: 'code', input: () => goOnWaiting('payPassword') }],
  on: { 'payPassword.sendCode': { actions: 'askForCode' } },
  states: {
    loading: {
      invoke: {
        src: 'loadPayPassword',
        id: 'load',
        onDone: { target: 'open', actions: [withEvent('keepInfo'), 'chooseMode'] },
      },
    },
    open: {
      on: {
        'payPassword.change': { actions: withEvent('change') },
        'payPassword.setMode': { actions: withEvent('setMode') },
        'payPassword.submit': [{ guard: 'isComplete', target: 'submitting' }, { actions: 'showErrors' }],
      },
    },
    submitting: {
      description: 'A wallet may prompt its owner here.',
      tags: 'busy',
      entry: 'forgetFailure',
      invoke: {
        src: 'submitPayPassword',
        id: 'submitPayPassword',
        input: ({ context: { form, mode } }) => ({ ...form, mode }),
        onDone: { target: 'done', actions: [withEvent('keepInfo'), 'forgetForm'] },
        onError: { target: 'open', actions: withEvent('noteFailure') },
      },
    },
    done: { tags: 'done' },
  },
})
