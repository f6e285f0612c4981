import { receipt } from '../../api/trade/forex.ts'
import { checkForexReceipt } from '../receipts/forex.ts'
import { receiptBy } from './receipt.ts'

export const forexReceiptMachine = receiptBy(receipt, checkForexReceipt)
