import { fromPromise } from 'xstate'
import { closeAll, type LeverOrder, receipt } from '../../api/trade/lever.ts'
import { CLOSE_ALL_MAX } from '../../rules/lever/lever.ts'
import { send } from '../actors/call.ts'
import { askOnceBy } from '../parts/askOnce.ts'
import type { OnceSending } from '../parts/submitOnce.ts'
import { checkLeverReceipt } from '../receipts/lever.ts'
import { receiptBy } from './receipt.ts'

/** Closes all positions, or retries: in batches, each with a request id derived from the first. */
export const closeAllLevers = askOnceBy(
  fromPromise<readonly LeverOrder[], OnceSending>(async ({ input: { requestId } }) => {
    const all: LeverOrder[] = []
    for (let part = 1; ; part += 1) {
      const own = part === 1 ? requestId : `${requestId}-${part}`
      const closed = await send(closeAll, { requestId: own }, { quiet: true })
      all.push(...closed)
      if (closed.length < CLOSE_ALL_MAX) return all
    }
  }),
)

export const leverReceiptMachine = receiptBy(receipt, checkLeverReceipt)
