export { operator } from './capability.ts'
