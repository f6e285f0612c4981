export { inbox } from './capability.ts'
export { type Message, tellUser } from './messages.ts'
