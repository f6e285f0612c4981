export { amountIn, pairIn, quantityIn } from './amount.ts'
export { inbox } from './capability.ts'
export { type Message, tellUser } from './messages.ts'
