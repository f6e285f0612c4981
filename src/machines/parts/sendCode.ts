import { assign, fromPromise, setup } from 'xstate'
import type { CodeTarget } from '../../rules/account/credentials.ts'
import { type Failed, type Failure, failureOf } from './form.ts'
import { mustProvide } from './must-provide.ts'
import { withEvent } from './with-event.ts'

/** The target of a code: an address in a form, or null for the one bound to the account. */
export type CodeRequest = { target: CodeTarget | null }

/** A sent code. `sentAt`: ms since the epoch. `paper`: no message leaves the server. `code`: the code, if it may be shown. */
export type SentCode = { sentAt: number; paper: boolean; code: string | null }

/** Cooldown of a target, in ms. */
export const CODE_WAIT_MS = 60_000

/** Sends verification codes. A form invokes it for its lifetime, and its view reads the state. */
export const sendCodeMachine = setup({
  types: {
    context: {} as CodeRequest & {
      /** The code sent to the target, if any. */
      sent: SentCode | null
      failure: Failure | null
    },
    events: {} as ({ type: 'code.send' } & CodeRequest) | { type: 'code.forget' },
    tags: {} as 'sending' | 'coolingDown',
  },
  actors: {
    sendCode: fromPromise<SentCode, CodeRequest>(mustProvide('sendCode')),
  },
  actions: {
    begin: assign((_, { target }: CodeRequest) => ({ target, sent: null, failure: null })),
    keep: assign((_, { output }: { output: SentCode }) => ({ sent: output })),
    noteFailure: assign((_, failed: Failed) => ({ failure: failureOf(failed) })),
    forget: assign({ target: null, sent: null, failure: null }),
  },
}).createMachine({
  id: 'sendCode',
  description: 'Sending a verification code, with a cooldown per target.',
  context: { target: null, sent: null, failure: null },
  initial: 'open',
  on: {
    'code.forget': {
      description: 'Another target has no cooldown and no code, although a request may be pending.',
      target: '.open',
      actions: 'forget',
    },
  },
  states: {
    open: {
      on: { 'code.send': { target: 'sending', actions: withEvent('begin') } },
    },
    sending: {
      tags: 'sending',
      invoke: {
        src: 'sendCode',
        id: 'sendCode',
        input: ({ context: { target } }) => ({ target }),
        onDone: { target: 'coolingDown', actions: withEvent('keep') },
        onError: { target: 'open', actions: withEvent('noteFailure') },
      },
    },
    coolingDown: { tags: 'coolingDown', after: { 60000: 'open' } },
  },
})
