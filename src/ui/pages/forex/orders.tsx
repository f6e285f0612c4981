import { OrdersView } from '../microtrade/orders-view.tsx'

/** The options on foreign exchange and metals. */
export const ForexOrdersPage = () => <OrdersView kind="wh" />
