export type { Prices } from './microtrade.ts'
export { microtradeRoutes } from './routes.ts'
export { microtradeWork } from './work.ts'
