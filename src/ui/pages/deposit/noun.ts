import type { Noun } from '../../app/noun.ts'
import { ASSETS, DEPOSIT, PAYMENT_PROOF, RECORDS } from '../../router/places.ts'
import { page, type Route } from '../../router/route.ts'
import { placeOf } from '../../router/router.ts'
import { deposit } from './part.ts'

const routes: readonly Route[] = [
  {
    path: DEPOSIT,
    page: page(() => import('./deposit.tsx').then(({ DepositPage }) => DepositPage)),
    parts: [deposit],
    title: 'title.deposit',
    aside: { to: placeOf(RECORDS, { cause: 'deposit' }), text: 'action.records' },
    up: ASSETS,
    shapes: ['line', 'line', 'card', 'line', 'button'],
  },
  {
    path: PAYMENT_PROOF,
    page: page(() => import('./payment-proof.tsx').then(({ PaymentProofPage }) => PaymentProofPage)),
    parts: [deposit],
    title: 'title.paymentProof',
    up: DEPOSIT,
    shapes: ['line', 'line', 'card', 'button'],
  },
]

export const noun: Noun = { routes }
