export { loan } from './capability.ts'
