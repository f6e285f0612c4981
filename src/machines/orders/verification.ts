import { setup } from 'xstate'

/**
 * How a person's identity becomes known. The server runs it as the authority; the app draws its state.
 *
 * `meta.review` is the state's code among the transaction statuses (under review, succeed, failed); there is none before
 * the first submission.
 */
export const verificationMachine = setup({
  types: {
    events: {} as { type: 'verification.submit' } | { type: 'verification.accept' } | { type: 'verification.refuse' },
    meta: {} as { review: 0 | 1 | 2 | null },
  },
}).createMachine({
  id: 'verification',
  description: 'Who a person is: submitted with photographs of a certificate, then reviewed.',
  initial: 'notSubmitted',
  states: {
    notSubmitted: {
      description: 'Nothing was submitted yet.',
      meta: { review: null },
      on: { 'verification.submit': 'pendingReview' },
    },
    pendingReview: {
      description: 'Waits for a review, which takes up to about 24 hours.',
      meta: { review: 0 },
      on: { 'verification.accept': 'verified', 'verification.refuse': 'refused' },
    },
    verified: {
      description: 'The person is who they say.',
      meta: { review: 1 },
      type: 'final',
    },
    refused: {
      description: 'Refused with a reason: it can be submitted again.',
      meta: { review: 2 },
      on: { 'verification.submit': 'pendingReview' },
    },
  },
})
