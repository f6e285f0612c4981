import { fromPromise } from 'xstate'
import { result } from '../../api/answer.ts'
import type { Client } from '../../api/client.ts'
import { type Receipt, receipt } from '../../api/microtrade.ts'

/** Effect `loadReceipt`: why an option ended as it did. */
export const createLoadReceipt = (client: Client) =>
  fromPromise<Receipt, { id: string }>(async ({ input: { id }, signal }) =>
    result(await client.call(receipt, { id }, { signal })),
  )
