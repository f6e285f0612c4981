import { cancel, receipt } from '../../api/trade/spot.ts'
import { once } from '../actors/calls.ts'
import { askOnceBy } from '../parts/askOnce.ts'
import { checkSpotReceipt } from '../receipts/spot.ts'
import { receiptBy } from './receipt.ts'

export const cancelSpot = askOnceBy(once(cancel))

export const spotReceiptMachine = receiptBy(receipt, checkSpotReceipt)
