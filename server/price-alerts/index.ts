export { priceAlerts } from './capability.ts'
