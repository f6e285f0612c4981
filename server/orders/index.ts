export { historyOf, kindsOf, orderCapability, orders } from './capability.ts'
export type { Crossing, Move, OrderKind, OrderOnWire, OrderRow, Posting, Trigger } from './kind.ts'
export { moveOrder, placeOrder } from './order.ts'
export { type Filter, orderOf, ordersOf } from './table.ts'
