import { common } from '../../../../src/ui/app/part.ts'
import type { OrderCards } from '../../../../src/ui/pages/orders/order-kind.ts'
import type { OrderTicket } from '../../../../src/ui/pages/orders/order-ticket.ts'

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

export const ticket: OrderTicket = {
  name: 'tab.trade',
  part: common as never,
  sides: { reserve: { label: 'tab.trade', way: 'rise' } },
  field: 'side',
  symbols: ['BTCUSDT'],
  note: () => undefined,
  currencyOf: () => 'USDT',
  Sheet: () => null,
}

export const ReservationPage = () => <h1>Reservations</h1>
