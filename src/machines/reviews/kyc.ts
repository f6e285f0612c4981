import { setup } from 'xstate'
import { metaOf } from '../orders/life.ts'

/**
 * How a person's identity becomes known. The server runs it as the authority; the app draws its state.
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
  description: 'Who a person is: submitted with photographs of a certificate, then reviewed.',
  initial: 'notSubmitted',
  states: {
    notSubmitted: {
      description: 'Nothing was submitted yet.',
      meta: { review: null },
      on: { 'review.submit': 'pendingReview' },
    },
    pendingReview: {
      description: 'Waits for a review, by the paper desk or an operator.',
      meta: { review: 0 },
      on: { 'review.accept': 'verified', 'review.refuse': 'refused' },
    },
    verified: {
      description: 'The person is who they say.',
      meta: { review: 1 },
      type: 'final',
    },
    refused: {
      description: 'Refused with a reason: it can be submitted again.',
      meta: { review: 2 },
      on: { 'review.submit': 'pendingReview' },
    },
  },
})

/** Whether a person whose verification is in this state is known by name. */
export const isKnown = (state: string): boolean => metaOf(kycMachine, state).review === 1
