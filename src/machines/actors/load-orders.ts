import { fromPromise } from 'xstate'
import { result } from '../../api/answer.ts'
import type { Client } from '../../api/client.ts'
import { lists, type MicrotradeOrder, whlists } from '../../api/microtrade.ts'
import type { OrderPageRequest } from '../orderList.ts'

/** Effect `loadOrders`: a page of someone's timed options, newest first. */
export const createLoadOrders = (client: Client) =>
  fromPromise<readonly MicrotradeOrder[], OrderPageRequest>(async ({ input: { kind, ...page }, signal }) =>
    result(await client.call(kind === 'crypto' ? lists : whlists, page, { signal })),
  )
