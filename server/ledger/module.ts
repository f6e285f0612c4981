export { balancesAfter } from './balances-after.ts'
export { assertHolds, checkLedger, heldFor, ledgerSize } from './check.ts'
export { figuresOf, primeFigures } from './figures.ts'
export { sumsWork } from './fill-sums.ts'
export {
  type Account,
  type Line,
  post,
  type Transfer,
  walletOf,
  walletsOf,
  walletsWithin,
  walletWithin,
} from './ledger.ts'
export { entriesOf, isMovementOf, type Movement, type MovementFilter, movementsOf } from './movements.ts'
export { grantPaper } from './paper.ts'
export { type Change, changesOf, incomeOf, type StepSum, stepSumsOf, timeSumsOf } from './read-sums.ts'
export { trailCheck } from './trail.ts'
export { checkInThread, type LedgerCheck, watchLedger } from './watch.ts'
