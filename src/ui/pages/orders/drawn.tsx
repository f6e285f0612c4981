import { EndedOrder } from './ended-order.tsx'
import { OrderCard, OrderCards } from './order-card.tsx'
import type { AnyOrder, OrderFacts } from './order-facts.ts'
import { ReceiptPage } from './receipt-page.tsx'

/** The components that draw the facts of a kind. */
export const drawn = <O extends AnyOrder>(facts: OrderFacts<O>) => ({
  facts,
  Open: ({ orders }: { orders: readonly O[] }) => <OrderCards facts={facts} orders={orders} />,
  Card: (props: { order: O; onReceipt: () => void }) => <OrderCard facts={facts} {...props} />,
  Ended: (props: { order: O; onReceipt: () => void }) => <EndedOrder facts={facts} {...props} />,
  Receipt: ({ id }: { id: string }) => <ReceiptPage facts={facts} id={id} />,
})
