import { fromPromise } from 'xstate'
import { result } from '../../api/answer.ts'
import type { Client } from '../../api/client.ts'
import { type LeverReceipt, receipt } from '../../api/lever.ts'
import { checkLeverReceipt } from '../../rules/lever-receipt.ts'
import type { ReceiptVerdict } from '../../rules/receipt.ts'
import type { Sha256 } from './microtrade.ts'

/** Why a contract opened and closed as it did. `quiet`: nobody waits for it. */
export const createLoadLeverReceipt = (client: Client) =>
  fromPromise<LeverReceipt, { id: string; quiet: boolean }>(async ({ input: { id, quiet }, signal }) =>
    result(await client.call(receipt, { id }, { signal, quiet })),
  )

/**
 * Recomputes the ticks of a contract on this device.
 *
 * @param seenOpening hash of an order's opening tick as this device saw it when the order opened, or null where it did not
 */
export const createCheckLeverReceipt = (
  loadSha256: () => Promise<Sha256>,
  seenOpening: (orderId: string) => string | null,
) =>
  fromPromise<ReceiptVerdict, { receipt: LeverReceipt | null }>(async ({ input: { receipt } }) =>
    receipt ? checkLeverReceipt(receipt, seenOpening(receipt.order.id), await loadSha256()) : 'incomplete',
  )
