import type { Noun } from '../../app/noun.ts'
import { ACCOUNT, REFERRAL } from '../../router/places.ts'
import { page, type Route } from '../../router/route.ts'
import { referral } from './part.ts'

const routes: readonly Route[] = [
  {
    path: REFERRAL,
    page: page(() => import('./referral.tsx').then(({ ReferralPage }) => ReferralPage)),
    parts: [referral],
    title: 'title.referral',
    up: ACCOUNT,
    shapes: ['hero', 'card', 'row', 'row', 'row'],
  },
]

export const noun: Noun = { routes }
