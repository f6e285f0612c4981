export { withdrawal } from './capability.ts'
