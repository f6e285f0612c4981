export { bankCardOf } from './cards.ts'
export { bankRoutes } from './routes.ts'
