export { watchlist } from './capability.ts'
