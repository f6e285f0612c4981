export { kyc } from './capability.ts'
export {
  type Decision,
  decideKyc,
  kycOf,
  requireKnown,
} from './kyc.ts'
export { knownBefore } from './permissions.ts'
