export type { Prices } from './microtrade.ts'
export { historyOf } from './order.ts'
export { microtradeRoutes } from './routes.ts'
export { microtradeWork } from './work.ts'
