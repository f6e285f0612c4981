export { act } from './act.ts'
export { actsOf, actsOn } from './audit.ts'
