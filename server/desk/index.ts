export { desk } from './capability.ts'
export { createDesk } from './serve.ts'
