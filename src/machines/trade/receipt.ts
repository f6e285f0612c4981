import type { InferInput } from 'valibot'
import { assign, fromPromise, setup } from 'xstate'
import type { AnswerRefusal } from '../../api/wire/answer.ts'
import type { Call, Output, Schema } from '../../api/wire/call.ts'
import { dep, send } from '../actors/call.ts'
import { loadSha256, type Sha256 } from '../actors/sha256.ts'
import { mustProvide } from '../parts/must-provide.ts'
import { refusalIn } from '../parts/refusal.ts'
import { withEvent } from '../parts/with-event.ts'
import type { ReceiptProblem, ReceiptVerdict } from '../receipts/receipt.ts'

/** `id`: the order's. */
export type ReceiptInput = { id: string }

const isProblem = (verdict: ReceiptVerdict): verdict is ReceiptProblem =>
  verdict !== 'verified' && verdict !== 'incomplete' && verdict !== 'early'

/** First and maximum delay before checking for the next recorded tick, in ms. A market may be closed for days. */
export const LOOK_MS_MIN = 1_000
export const LOOK_MS_MAX = 60_000

/** Fetches the receipt of an order of any kind, and verifies it on this device. `looks`: how often it was too early. */
export const receiptMachine = setup({
  types: {
    context: {} as ReceiptInput & {
      receipt: unknown
      problem: ReceiptProblem | null
      refusal: AnswerRefusal | null
      looks: number
    },
    input: {} as ReceiptInput,
    events: {} as { type: 'receipt.retry' },
    tags: {} as 'loading' | 'checked',
  },
  actors: {
    loadReceipt: fromPromise<unknown, { id: string; quiet: boolean }>(mustProvide('loadReceipt')),
    checkReceipt: fromPromise<ReceiptVerdict, { receipt: unknown }>(mustProvide('checkReceipt')),
  },
  actions: {
    keepReceipt: assign((_, { output }: { output: unknown }) => ({ receipt: output, refusal: null })),
    noteProblem: assign((_, { output }: { output: ReceiptVerdict }) => ({
      problem: isProblem(output) ? output : null,
    })),
    noteRefusal: assign((_, { error }: { error: unknown }) => ({ refusal: refusalIn(error) })),
    noteLook: assign({ looks: ({ context: { looks } }) => looks + 1 }),
  },
  delays: {
    nextLook: ({ context: { looks } }) => Math.min(LOOK_MS_MIN * 2 ** (looks - 1), LOOK_MS_MAX),
  },
  guards: {
    isVerified: (_, { output }: { output: ReceiptVerdict }) => output === 'verified',
    isIncomplete: (_, { output }: { output: ReceiptVerdict }) => output === 'incomplete',
    isEarly: (_, { output }: { output: ReceiptVerdict }) => output === 'early',
  },
}).createMachine({
  id: 'receipt',
  description: 'The receipt of an order, verified on this device.',
  context: ({ input: { id } }) => ({ id, receipt: null, problem: null, refusal: null, looks: 0 }),
  initial: 'loading',
  states: {
    loading: {
      tags: 'loading',
      invoke: {
        src: 'loadReceipt',
        id: 'loadReceipt',
        input: ({ context: { id } }) => ({ id, quiet: false }),
        onDone: { target: 'checking', actions: withEvent('keepReceipt') },
        onError: { target: 'failed', actions: withEvent('noteRefusal') },
      },
    },
    checking: {
      invoke: {
        src: 'checkReceipt',
        id: 'checkReceipt',
        input: ({ context: { receipt } }) => ({ receipt }),
        onDone: [
          { guard: withEvent('isVerified'), target: 'verified' },
          { guard: withEvent('isIncomplete'), target: 'unavailable' },
          { guard: withEvent('isEarly'), target: 'early' },
          { target: 'mismatch', actions: withEvent('noteProblem') },
        ],
        onError: { target: 'failed', actions: withEvent('noteRefusal') },
      },
    },
    early: {
      description: 'Verified so far; the next recorded tick proves that none was left out.',
      initial: 'waiting',
      states: {
        waiting: {
          entry: 'noteLook',
          after: { nextLook: 'looking' },
        },
        looking: {
          invoke: {
            src: 'loadReceipt',
            id: 'lookAgain',
            input: ({ context: { id } }) => ({ id, quiet: true }),
            onDone: { target: '#receipt.checking', actions: withEvent('keepReceipt') },
            onError: 'waiting',
          },
        },
      },
    },
    verified: { tags: 'checked' },
    mismatch: { tags: 'checked' },
    unavailable: {
      description: 'The order has not settled, or ended without a price: nothing to verify yet.',
      tags: 'checked',
      on: { 'receipt.retry': 'loading' },
    },
    failed: {
      description: 'The receipt, or the code that verifies it, did not load.',
      on: { 'receipt.retry': 'loading' },
    },
  },
})

type ReceiptCall = Call<Schema<{ id: string }>, Schema<{ order: { id: string } }>>

/**
 * The machine for the receipts of one kind of order.
 *
 * @param check recomputes a receipt's ticks. `seen`: the hash of the order's opening tick (of a spot order: of its first
 *   fill) as this device received it live, or null
 */
export const receiptBy = <C extends ReceiptCall>(
  call: C,
  check: (receipt: Output<C>, seen: string | null, sha256: Sha256) => ReceiptVerdict,
) =>
  receiptMachine.provide({
    actors: {
      loadReceipt: fromPromise(({ input: { id, quiet }, signal }) =>
        send(call, { id } as InferInput<C['input']>, { signal, quiet }),
      ),
      checkReceipt: fromPromise(async ({ input }) => {
        const seenOpenings = dep('seenOpenings')
        const receipt = input.receipt as Output<C> | null
        return receipt ? check(receipt, seenOpenings.of(receipt.order.id), await loadSha256()) : 'incomplete'
      }),
    },
  })
