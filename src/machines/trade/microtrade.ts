import { receipt } from '../../api/trade/microtrade.ts'
import { checkReceipt } from '../receipts/receipt.ts'
import { receiptBy } from './receipt.ts'

export const microtradeReceiptMachine = receiptBy(receipt, checkReceipt)
