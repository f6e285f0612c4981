import { ACCOUNT, REFERRAL } from '../../places.ts'
import { page, type Route } from '../../route.ts'
import { referral } from './part.ts'

export const routes: readonly Route[] = [
  {
    path: REFERRAL,
    page: page(() => import('./referral.tsx').then(({ ReferralPage }) => ReferralPage)),
    parts: [referral],
    title: 'title.referral',
    up: ACCOUNT,
    bones: ['card', 'card', 'button', 'card'],
  },
]
