export { assertHolds, checkLedger } from './check.ts'
export {
  type Account,
  entriesOf,
  incomeOf,
  type Line,
  post,
  type Transfer,
  walletOf,
  walletsOf,
  walletWithin,
} from './ledger.ts'
export { grantPaper } from './paper.ts'
export { checkInThread, type LedgerCheck, watchLedger } from './watch.ts'
