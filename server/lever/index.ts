export { lever } from './capability.ts'
