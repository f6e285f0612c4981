export { amountIn, pairIn, quantityIn } from './amount.ts'
export { inbox } from './capability.ts'
export type { Message } from './message.ts'
export { tellUser } from './messages.ts'
