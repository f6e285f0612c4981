import { OrdersView } from './orders-view.tsx'

/** The options on crypto pairs. */
export const TradePage = () => <OrdersView kind="crypto" />
