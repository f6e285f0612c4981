export { plan } from './capability.ts'
