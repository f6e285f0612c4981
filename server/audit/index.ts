export { act } from './act.ts'
export { actsOf, actsOn, noteAct } from './audit.ts'
