import { fromPromise } from 'xstate'
import { result } from '../../api/answer.ts'
import type { Client } from '../../api/client.ts'
import { type Invite, invite } from '../../api/user.ts'
import { loadFirstBy } from '../parts/loadFirst.ts'

/** The invitation of whoever is signed in. `here`: where the app is, for a link whose server does not know its own address. */
export const createLoadReferral = (client: Client, here: string) =>
  loadFirstBy(
    fromPromise<Invite>(async ({ signal }) => {
      const found = result(await client.call(invite, {}, { signal }))
      return { ...found, link: new URL(found.link, here).href }
    }),
  )
