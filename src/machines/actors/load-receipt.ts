import { fromPromise } from 'xstate'
import { type Client, result } from '../../api/client.ts'
import { type Receipt, receipt } from '../../api/microtrade.ts'

/** Effect `loadReceipt`: why an option ended as it did. */
export const createLoadReceipt = (client: Client) =>
  fromPromise<Receipt, { id: string }>(async ({ input: { id }, signal }) =>
    result(await client.call(receipt, { id }, { signal })),
  )
