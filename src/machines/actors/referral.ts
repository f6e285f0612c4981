import { fromPromise } from 'xstate'
import { invite, type Referral, referrals } from '../../api/account/referral.ts'
import type { Client } from '../../api/client/client.ts'
import { result } from '../../api/wire/answer.ts'
import { loadFirstBy } from '../parts/loadFirst.ts'

/** `here`: the app's own address, for a link from a server that does not know its address. */
export const createLoadReferral = (client: Client, here: string) =>
  loadFirstBy(
    fromPromise<Referral>(async ({ signal }) => {
      const [one, other] = await Promise.all([
        client.call(invite, {}, { signal }),
        client.call(referrals, {}, { signal }),
      ])
      const found = result(one)
      return { invite: { ...found, link: new URL(found.link, here).href }, referrals: result(other) }
    }),
  )
