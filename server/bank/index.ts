export { bank } from './capability.ts'
export { bankCardOf } from './cards.ts'
