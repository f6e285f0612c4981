import type { Receipt } from '../../../api/trade/microtrade.ts'
import type { ReceiptInput } from '../../../machines/trade/receipt.ts'
import { netResult } from '../../../rules/microtrade/figures.ts'
import { usePart } from '../../app/part.ts'
import { useLabels } from '../../i18n/index.ts'
import { ReceiptCheck } from '../orders/receipt-check.tsx'
import { ReceiptView } from '../orders/receipt-view.tsx'
import { microtrade } from './part.ts'
import { ReceiptFacts } from './receipt-facts.tsx'

/** The receipt of an option. */
export function MicrotradeReceipt(input: ReceiptInput) {
  const machines = usePart(microtrade)
  const { t } = useLabels()
  return (
    <ReceiptView<Receipt> machine={machines.receipt} input={input}>
      {({ order, ticks }, actor) => {
        const ended = netResult(order) !== undefined
        return (
          <ReceiptFacts
            order={order}
            check={
              <ReceiptCheck
                actor={actor}
                ticks={ticks}
                ended={ended}
                nothing={t(ended ? 'receipt.voidHint' : 'receipt.unsettledHint')}
              />
            }
          />
        )
      }}
    </ReceiptView>
  )
}
