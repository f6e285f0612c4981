export { savings } from './capability.ts'
