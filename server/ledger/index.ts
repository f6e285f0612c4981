export { assertHolds, checkLedger } from './check.ts'
export {
  type Account,
  entriesOf,
  incomeOf,
  type Line,
  type PlatformAccount,
  post,
  type Transfer,
  walletOf,
  walletsOf,
} from './ledger.ts'
export { grantPaper } from './paper.ts'
export { checkInThread, type LedgerCheck, watchLedger } from './watch.ts'
