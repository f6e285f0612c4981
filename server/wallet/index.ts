export { wallet } from './capability.ts'
