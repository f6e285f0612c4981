import { fromPromise } from 'xstate'
import { invite, type Referral, referrals } from '../../api/account/referral.ts'
import { dep, send } from '../actors/call.ts'
import { loadFirstBy } from '../parts/loadFirst.ts'

/** The user's invitation and what it brought. */
export const loadReferral = loadFirstBy(
  fromPromise<Referral>(async ({ signal }) => {
    const [own, brought] = await Promise.all([send(invite, {}, { signal }), send(referrals, {}, { signal })])
    return { invite: { ...own, link: new URL(own.link, dep('origin')).href }, referrals: brought }
  }),
)
