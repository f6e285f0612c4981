export { microtrade } from './capability.ts'
