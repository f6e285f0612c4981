export { swap } from './capability.ts'
