import { setup } from 'xstate'
import { metaOf } from '../orders/life.ts'

/**
 * Identity verification. The server runs it as the authority; the app draws its state.
 *
 * `meta.review` is the state's code among the transaction statuses (under review, succeed, failed); there is none before
 * the first submission.
 */
export const kycMachine = setup({
  types: {
    events: {} as { type: 'review.submit' } | { type: 'review.accept' } | { type: 'review.refuse' },
    meta: {} as { review: 0 | 1 | 2 | null },
  },
}).createMachine({
  id: 'kyc',
  description: 'Identity verification: submitted with photographs of a document, then reviewed.',
  initial: 'notSubmitted',
  states: {
    notSubmitted: {
      description: 'Not submitted yet.',
      meta: { review: null },
      on: { 'review.submit': 'pendingReview' },
    },
    pendingReview: {
      description: 'Awaits the automatic review or an operator’s.',
      meta: { review: 0 },
      on: { 'review.accept': 'verified', 'review.refuse': 'refused' },
    },
    verified: {
      description: 'The identity is verified.',
      meta: { review: 1 },
      type: 'final',
    },
    refused: {
      description: 'Refused with a reason; can be submitted again.',
      meta: { review: 2 },
      on: { 'review.submit': 'pendingReview' },
    },
  },
})

/** Whether this state is a verified identity. */
export const isKnown = (state: string): boolean => metaOf(kycMachine, state).review === 1
