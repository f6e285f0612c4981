import type { OrderCards } from '../../../../src/ui/pages/orders/order-kind.ts'

type Shown = { id: string; symbol: string; state: string }

const Reserved = ({ order: { id, symbol, state } }: { order: Shown }) => (
  <p id={id}>
    {symbol} {state}
  </p>
)

export const cards: OrderCards = {
  facts: {},
  Open: ({ orders }) => orders.map((order) => <Reserved key={order.id} order={order} />),
  Card: Reserved,
  Ended: Reserved,
  Receipt: ({ id }) => <p id={id} />,
}

export const ReservationPage = () => <h1>Reservations</h1>
