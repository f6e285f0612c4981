import { createCheckLeverReceipt, createLoadLeverReceipt } from '../../../machines/actors/lever.ts'
import { loadSha256 } from '../../../machines/actors/microtrade.ts'
import { receiptBy } from '../../../machines/trade/receipt.ts'
import type { Ground } from '../../ground.ts'

export const compose = ({ client, seenOpenings }: Ground) => ({
  receipt: receiptBy(createLoadLeverReceipt(client), createCheckLeverReceipt(loadSha256, seenOpenings.of)),
})
