export { strategy } from './capability.ts'
