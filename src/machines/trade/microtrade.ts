import { receipt } from '../../api/trade/microtrade.ts'
import { checkReceipt } from '../../rules/receipts/receipt.ts'
import { receiptBy } from './receipt.ts'

export const microtradeReceiptMachine = receiptBy(receipt, checkReceipt)
