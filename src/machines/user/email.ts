import { assign, sendTo, setup } from 'xstate'
import { type EmailInfo, email } from '../../api/account/safe.ts'
import { mailTo } from '../../rules/account/credentials.ts'
import {
  type EmailField,
  type EmailForm,
  type EmailKey,
  emailAddressErrors,
  emailErrors,
  refusedEmailField,
} from '../../rules/account/proof.ts'
import { hasErrors } from '../../rules/orders/form-errors.ts'
import { call, dep, send } from '../actors/call.ts'
import { type Drafted, draftOf } from '../actors/draft.ts'
import { prove } from '../actors/prove.ts'
import { goOnWaiting, sendCodeBy } from '../actors/send-code.ts'
import { type Failed, type FormContext, failureOf, typedInto } from '../parts/form.ts'
import { loadFirstBy } from '../parts/loadFirst.ts'
import type { SentCode } from '../parts/sendCode.ts'
import { withEvent } from '../parts/with-event.ts'

type Typed = { field: EmailField; value: string }

type Context = FormContext<EmailForm, EmailField, EmailKey> & Drafted & { info: EmailInfo }

/** The draft of an e-mail address: in memory only. */
export const emailDraft = draftOf<Context>({
  name: 'email',
  stored: [],
  held: ['email', 'newCode', 'oldCode', 'password', 'code'],
  isBegun: ({ form: { address: _, ...typed } }) => Object.values(typed).some((text) => text !== ''),
})

const sentCode = ({ sent }: EmailInfo): SentCode => {
  const code = sent?.paperCode ?? null
  return { sentAt: dep('now')(), paper: code !== null, code }
}

/** Binding or replacing an e-mail address. Typed values are cleared once it is bound. */
export const emailMachine = setup({
  types: {
    context: {} as Context,
    input: {} as { address: string | null },
    events: {} as
      | ({ type: 'email.change' } & Typed)
      | { type: 'email.sendNew' }
      | { type: 'email.sendOld' }
      | { type: 'email.submit' },
    tags: {} as 'busy' | 'done',
    children: {} as { load: 'loadEmail'; newCode: 'sendNewCode'; oldCode: 'sendOldCode' },
  },
  actors: {
    loadEmail: loadFirstBy(call(email, { input: () => ({ action: 'state' }) })),
    sendNewCode: sendCodeBy('newEmail', async ({ target }, options) =>
      sentCode(await send(email, { action: 'sendNew', email: target?.address ?? '' }, options)),
    ),
    sendOldCode: sendCodeBy('oldEmail', async (_, options) =>
      sentCode(await send(email, { action: 'sendOld' }, options)),
    ),
    bindEmail: call(email, {
      input: async (form: EmailForm) => ({
        ...{ action: 'bind', email: form.email.trim(), code: form.newCode.trim() },
        ...(form.oldCode.trim() !== '' && { oldCode: form.oldCode.trim() }),
        proof: await prove(form),
      }),
      ...{ stays: true, form: true },
    }),
    keepDraft: emailDraft.keepDraft,
  },
  actions: {
    change: assign(({ context }, typed: Typed) => typedInto(context, typed, typed.field)),
    keepInfo: assign((_, { output }: { output: EmailInfo }) => ({ info: output })),
    forgetForm: assign(({ context }) => ({
      form: { ...context.form, email: '', newCode: '', oldCode: '', password: '', code: '' },
      errors: {},
    })),
    showErrors: assign(({ context: { form, info } }) => ({ errors: emailErrors(form, info) })),
    showAddressErrors: assign(({ context: { form, errors } }) => ({
      errors: { ...errors, ...emailAddressErrors(form) },
    })),
    noteFailure: assign((_, failed: Failed) => ({ failure: failureOf(failed, refusedEmailField) })),
    forgetFailure: assign({ failure: null }),
    askForNewCode: sendTo('newCode', ({ context: { form } }) => ({
      type: 'code.send' as const,
      target: mailTo(form.email),
    })),
    askForOldCode: sendTo('oldCode', { type: 'code.send', target: null }),
    forgetNewCode: sendTo('newCode', { type: 'code.forget' }),
    forgetOldCode: sendTo('oldCode', { type: 'code.forget' }),
  },
  guards: {
    isComplete: ({ context: { form, info } }) => !hasErrors(emailErrors(form, info)),
    hasAddress: ({ context: { form } }) => !hasErrors(emailAddressErrors(form)),
    isBound: ({ context: { info } }) => info.email !== null,
    changesAddress: (_, { field }: { field: EmailField }) => field === 'email',
  },
}).createMachine({
  id: 'email',
  description: 'The e-mail address: its form, a code to the new one, and one to the old one, if any.',
  initial: 'loading',
  context: ({ input: { address } }) =>
    emailDraft.restore({
      form: { address, email: '', newCode: '', oldCode: '', password: '', code: '' },
      info: { email: null, authenticator: false, sent: null },
      errors: {},
      failure: null,
    }),
  invoke: [
    emailDraft.keeping,
    { src: 'sendNewCode', id: 'newCode', input: () => goOnWaiting('newEmail') },
    { src: 'sendOldCode', id: 'oldCode', input: () => goOnWaiting('oldEmail') },
  ],
  on: {
    'email.sendNew': [{ guard: 'hasAddress', actions: 'askForNewCode' }, { actions: 'showAddressErrors' }],
    'email.sendOld': { guard: 'isBound', actions: 'askForOldCode' },
  },
  states: {
    loading: {
      invoke: {
        src: 'loadEmail',
        id: 'load',
        onDone: { target: 'open', actions: withEvent('keepInfo') },
      },
    },
    open: {
      on: {
        'email.change': [
          { guard: withEvent('changesAddress'), actions: [withEvent('change'), 'forgetNewCode'] },
          { actions: withEvent('change') },
        ],
        'email.submit': [{ guard: 'isComplete', target: 'submitting' }, { actions: 'showErrors' }],
      },
    },
    submitting: {
      description: 'A wallet may prompt its owner here.',
      tags: 'busy',
      entry: 'forgetFailure',
      invoke: {
        src: 'bindEmail',
        id: 'bindEmail',
        input: ({ context: { form } }) => form,
        onDone: { target: 'done', actions: [withEvent('keepInfo'), 'forgetForm', 'forgetNewCode', 'forgetOldCode'] },
        onError: { target: 'open', actions: withEvent('noteFailure') },
      },
    },
    done: { tags: 'done' },
  },
})
