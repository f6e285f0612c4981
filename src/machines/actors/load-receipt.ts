import { fromPromise } from 'xstate'
import { result } from '../../api/answer.ts'
import type { Client } from '../../api/client.ts'
import { type Receipt, receipt } from '../../api/microtrade.ts'

/** Effect `loadReceipt`: why an option ended as it did. `quiet`: nobody waits for it. */
export const createLoadReceipt = (client: Client) =>
  fromPromise<Receipt, { id: string; quiet: boolean }>(async ({ input: { id, quiet }, signal }) =>
    result(await client.call(receipt, { id }, { signal, quiet })),
  )
