import { fromPromise } from 'xstate'
import type { Receipt } from '../../api/microtrade.ts'
import { checkReceipt, type ReceiptVerdict } from '../../rules/receipt.ts'

/** Lower-case hex SHA-256 of a text's UTF-8 bytes. */
export type Sha256 = (text: string) => string

/**
 * Effect `checkReceipt`: recomputes a receipt's stretch of the chain on this device.
 *
 * @param seenOpening hash of an order's opening tick as this device saw it when the order opened, or null where it did not
 */
export const createCheckReceipt = (
  loadSha256: () => Promise<Sha256>,
  seenOpening: (orderId: string) => string | null,
) =>
  fromPromise<ReceiptVerdict, { receipt: Receipt | null }>(async ({ input: { receipt } }) =>
    receipt ? checkReceipt(receipt, seenOpening(receipt.order.id), await loadSha256()) : 'incomplete',
  )

/** SHA-256 that works on any page: the browser's own is there only over https. */
export async function loadSha256(): Promise<Sha256> {
  const [{ sha256 }, { toUtf8Bytes }] = await Promise.all([import('ethers/crypto'), import('ethers/utils')])
  return (text) => sha256(toUtf8Bytes(text)).slice(2)
}
