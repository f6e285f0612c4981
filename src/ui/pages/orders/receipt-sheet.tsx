import type { Order } from '../../../api/trade/orders.ts'
import { usePart } from '../../app/part.ts'
import { useLabels } from '../../i18n/index.ts'
import { Sheet } from '../../parts/sheet/sheet.tsx'
import { orderCards } from './order-cards.ts'

export type ReceiptSheetProps = { order: Pick<Order, 'kind' | 'id'>; open: boolean; onClose: () => void }

/** The receipt of an order, with its verification. */
export function ReceiptSheet({ order: { kind, id }, ...sheet }: ReceiptSheetProps) {
  const { t } = useLabels()
  const { Receipt } = usePart(orderCards)(kind)
  return (
    <Sheet {...sheet} title={t('receipt.title')}>
      <Receipt id={id} />
    </Sheet>
  )
}
