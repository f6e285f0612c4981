import { type AnyActorRef, assign, fromCallback, fromPromise, setup } from 'xstate'
import type { CodeTarget } from '../../rules/account/credentials.ts'
import { type Failed, type Failure, failureOf } from './form.ts'
import { mustProvide } from './must-provide.ts'
import { withEvent } from './with-event.ts'

/** The target of a code: an address in a form, or null for the one bound to the account. */
export type CodeRequest = { target: CodeTarget | null }

/** A sent code. `sentAt`: ms since the epoch. `paper`: no message leaves the server. `code`: the code, if it may be shown. */
export type SentCode = { sentAt: number; paper: boolean; code: string | null }

/** A code that was sent before, and the target that it was sent to. */
export type CodeToTarget = CodeRequest & { sent: SentCode }

/** Cooldown of a target, in ms. */
export const CODE_WAIT_MS = 60_000

/** Sends verification codes. A form invokes it for its lifetime, and its view reads the state. */
export const sendCodeMachine = setup({
  types: {
    context: {} as CodeRequest & {
      /** The code sent to the target, if any. */
      sent: SentCode | null
      failure: Failure | null
      /** How long the cooldown lasts from its beginning, in ms. */
      waitMs: number
    },
    /** `waitMs`: what is left of the cooldown of a code that was sent before. */
    input: {} as (CodeToTarget & { waitMs: number }) | undefined,
    events: {} as ({ type: 'code.send' } & CodeRequest) | { type: 'code.forget' },
    tags: {} as 'sending' | 'coolingDown',
  },
  actors: {
    sendCode: fromPromise<SentCode, CodeRequest>(mustProvide('sendCode')),
    keepSent: fromCallback<{ type: 'none' }, { sender: AnyActorRef }>(mustProvide('keepSent')),
  },
  actions: {
    begin: assign((_, { target }: CodeRequest) => ({ target, sent: null, failure: null, waitMs: CODE_WAIT_MS })),
    keep: assign((_, { output }: { output: SentCode }) => ({ sent: output })),
    noteFailure: assign((_, failed: Failed) => ({ failure: failureOf(failed) })),
    forget: assign({ target: null, sent: null, failure: null }),
  },
  delays: {
    cooldown: ({ context }) => context.waitMs,
  },
  guards: {
    isWaiting: ({ context: { sent, waitMs } }) => sent !== null && waitMs > 0,
  },
}).createMachine({
  id: 'sendCode',
  description: 'Sending a verification code, with a cooldown per target.',
  context: ({ input }) => ({ target: null, sent: null, waitMs: CODE_WAIT_MS, ...input, failure: null }),
  invoke: { src: 'keepSent', id: 'keepSent', input: ({ self }) => ({ sender: self }) },
  initial: 'begun',
  on: {
    'code.forget': {
      description: 'Another target has no cooldown and no code, although a request may be pending.',
      target: '.open',
      actions: 'forget',
    },
  },
  states: {
    begun: { always: [{ guard: 'isWaiting', target: 'coolingDown' }, { target: 'open' }] },
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
    coolingDown: { tags: 'coolingDown', after: { cooldown: 'open' } },
  },
})
