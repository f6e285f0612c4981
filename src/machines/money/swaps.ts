import { flashAgainstReceipt, myFlashAgainstList } from '../../api/money/swap.ts'
import { keptPage } from '../actors/calls.ts'
import { checkSwapReceipt } from '../receipts/swap.ts'
import { receiptBy } from '../trade/receipt.ts'
import { moneyListBy } from './moneyList.ts'

export const swapList = moneyListBy<'swap'>(keptPage(myFlashAgainstList, { state: 'executed' }))

export const swapReceiptMachine = receiptBy(flashAgainstReceipt, (receipt, _, sha256) =>
  checkSwapReceipt(receipt, sha256),
)
