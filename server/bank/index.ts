export { bank } from './capability.ts'
export { bankCardOf } from './cards.ts'
export { cardBound, hasBankCard } from './permissions.ts'
