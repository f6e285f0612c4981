export { forex } from './capability.ts'
