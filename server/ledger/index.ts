export { assertHolds, checkLedger, heldFor, ledgerSize } from './check.ts'
export { type Liability, liabilitiesOf, platformBalancesOf } from './figures.ts'
export {
  type Account,
  entriesOf,
  incomeOf,
  type Line,
  post,
  type Transfer,
  walletOf,
  walletsOf,
  walletsWithin,
  walletWithin,
} from './ledger.ts'
export {
  type DaySum,
  daySumsOf,
  type HourSum,
  hourSumsOf,
  type Movement,
  type MovementFilter,
  movementsOf,
} from './movements.ts'
export { grantPaper } from './paper.ts'
export { trailCheck } from './trail.ts'
export { checkInThread, type LedgerCheck, watchLedger } from './watch.ts'
