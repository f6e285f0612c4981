import { close, receipt } from '../../api/trade/forex.ts'
import { once } from '../actors/calls.ts'
import { askOnceBy } from '../parts/askOnce.ts'
import { checkForexReceipt } from '../receipts/forex.ts'
import { receiptBy } from './receipt.ts'

export const closeForex = askOnceBy(once(close))

export const forexReceiptMachine = receiptBy(receipt, checkForexReceipt)
