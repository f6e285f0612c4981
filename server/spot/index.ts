export { spot } from './capability.ts'
export type { SpotRow } from './order.ts'
export { cancelSpot, isCancellable, requirePair, tradeSpot } from './trade.ts'
