export { deposit } from './capability.ts'
