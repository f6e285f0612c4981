export { records } from './capability.ts'
